import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { auditors } from '../../kernel/actor.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { Line, Nullable, Timestamp } from '../../kernel/schema.ts'
import { HistoryItem } from './history.ts'
import * as store from './store.ts'
import { verify } from './verify.ts'

const tag = 'Audit'

const Verification = Type.Object({
  valid: Type.Boolean(),
  checked: Type.Integer(),
  unsealed: Type.Integer({ description: 'Entries of the last moments that the chain does not cover yet' }),
  first_broken: Nullable(
    Type.Object({ position: Type.Integer(), entry: Nullable(Type.Integer()), reason: Type.String() }),
  ),
})

export function mountAudit(api: Api, openList: OpenList, keys: Keys): void {
  api.get(
    '/audit',
    {
      tag,
      summary: 'Search the audit log',
      roles: auditors,
      query: ListQuery(
        {
          subject_type: Type.Optional(Line(50)),
          subject_id: Type.Optional(Line(100)),
          actor_id: Type.Optional(Line(200)),
          action: Type.Optional(Line(50)),
          after: Type.Optional(Timestamp),
          before: Type.Optional(Timestamp),
        },
        ['at'],
      ),
      response: { 200: ListOf(HistoryItem) },
    },
    async (ctx, input) => {
      const list = openList(ctx.actor, input, { sort: 'at', order: 'desc' })
      return list.reply(await store.list(ctx.db, input.query, list.request))
    },
  )

  api.get(
    '/audit/verify',
    {
      tag,
      summary: 'Check the chain of the whole audit log',
      description: 'Names the first entry that was changed, removed or put in afterwards.',
      roles: auditors,
      response: { 200: Verification },
    },
    (ctx) => verify(ctx.db, keys),
  )
}
