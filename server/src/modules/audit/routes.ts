import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { auditors } from '../../kernel/actor.ts'
import type { Keys } from '../../kernel/crypto.ts'
import {
  Enum,
  SingleLine,
  NamedBody,
  NamedObject,
  Nullable,
  Pattern,
  Timestamp,
} from '../../kernel/schema.ts'
import type { AnchorFile } from './anchor-file.ts'
import type { AnchorInput } from './anchors.ts'
import { HistoryItem } from './history.ts'
import * as store from './store.ts'
import { verify } from './verify.ts'

const tag = 'Audit'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const Verification = NamedObject('AuditVerification', {
  valid: Type.Boolean(),
  checked: Count('Number of verified sealed entries'),
  sealed: Count('Sealed entries'),
  unsealed: Count('Recent entries that are not sealed yet'),
  first_broken: Nullable(
    Type.Object({ position: Type.Integer(), entry: Nullable(Type.Integer()), reason: Type.String() }),
  ),
  anchor: Type.Object(
    {
      source: Enum(['file', 'request', 'none']),
      compared: Count('Checkpoints that the log was compared with'),
      ignored: Count('Checkpoints that cannot be parsed, or have an invalid signature'),
      last_position: Nullable(Type.Integer({ description: 'The last checkpoint that matches the log' })),
    },
    { description: 'Comparison with checkpoints outside the database' },
  ),
})

const maxCheckpoints = 5000

const Checkpoints = NamedBody('AuditCheckpoints', {
  checkpoints: Type.Array(
    Type.Object(
      {
        position: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        hash: Pattern('^[0-9a-f]{64}$', 'a SHA-256 hash in hexadecimal'),
        signature: Type.Optional(SingleLine(200)),
        first_entry: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
        at: Type.Optional(SingleLine(50)),
        service_instance: Type.Optional(SingleLine(200)),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: maxCheckpoints },
  ),
})

export function mountAudit(api: Api, openList: OpenList, keys: Keys, file: AnchorFile | undefined): void {
  api.get(
    '/audit',
    {
      tag,
      summary: 'Search the audit log',
      roles: auditors,
      query: ListQuery(
        {
          subject_type: Type.Optional(SingleLine(50)),
          subject_id: Type.Optional(SingleLine(300)),
          actor_id: Type.Optional(SingleLine(200)),
          action: Type.Optional(SingleLine(50)),
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
      summary: 'Verify the hash chain of the audit log',
      description:
        'Names the first entry that was changed, removed or inserted. The log is also compared with the checkpoints in AUDIT_ANCHOR_FILE, if there is one.',
      roles: auditors,
      response: { 200: Verification },
    },
    (ctx) => verify(ctx.db, keys, file?.read()),
  )

  api.post(
    '/audit/verify',
    {
      tag,
      summary: 'Verify the audit log against checkpoints stored elsewhere',
      description: `Accepts up to ${maxCheckpoints} lines of an anchor file, or of the log, of any node. Only they reveal that the end of the log was cut off together with its checkpoints.`,
      roles: auditors,
      body: Checkpoints,
      response: { 200: Verification },
    },
    (ctx, { body }) => {
      const anchors = body.checkpoints.toSorted((a, b) => a.position - b.position)
      return verify(ctx.db, keys, { source: 'request', anchors: anchors as AnchorInput[] })
    },
  )
}
