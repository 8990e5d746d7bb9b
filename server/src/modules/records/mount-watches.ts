import { Type } from 'typebox'
import { transact, type Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { NamedObject } from '../../kernel/schema.ts'
import { missing } from './service.ts'
import { Watch, Watcher } from './watches/model.ts'
import * as store from './watches/store.ts'

const tag = 'Watching'

const Watchers = NamedObject('Watchers', {
  watching: Type.Boolean({ description: 'Whether you watch it' }),
  watchers: Type.Array(Watcher),
})

/** Whoever watches a record is notified of every change to it. */
export function mountWatches(
  api: Api,
  noun: { path: string; subject_type: string },
  isReadable: (ctx: Ctx, id: string) => Promise<boolean>,
): void {
  const { path, subject_type } = noun
  store.checkWatchable(subject_type)
  const name = subject_type.replaceAll('_', ' ')
  const check = async (ctx: Ctx, id: string) => {
    if (!(await isReadable(ctx, id))) throw missing(noun, id)
  }
  const spec = { tag, roles: everyone, response: { 200: Watchers } }

  api.get(
    `${path}/:id/watchers`,
    { ...spec, summary: `Who watches one ${name}` },
    async (ctx, { params }) => {
      await check(ctx, params.id)
      return read(ctx, params.id)
    },
  )

  api.put(`${path}/:id/watch`, { ...spec, summary: `Watch one ${name}` }, async (ctx, { params: { id } }) => {
    await check(ctx, id)
    await transact(ctx, ({ db }) => store.watch(db, { subject_type, subject_id: id }, ctx.actor))
    return read(ctx, id)
  })

  api.delete(
    `${path}/:id/watch`,
    { ...spec, summary: `Stop watching one ${name}` },
    async (ctx, { params: { id } }) => {
      const ended = await transact(ctx, ({ db }) => store.unwatch(db, id, ctx.actor))
      if (await isReadable(ctx, id)) return read(ctx, id)
      if (ended === 0) throw missing(noun, id)
      return { watching: false, watchers: [] }
    },
  )
}

async function read(ctx: Ctx, subject_id: string) {
  const watchers = await store.watchersOf(ctx.db, subject_id)
  return { watching: watchers.some(({ id }) => id === ctx.actor.id), watchers }
}

export function mountWatchList(api: Api): void {
  api.list(
    '/watches',
    {
      tag,
      summary: 'What you watch, newest first',
      roles: everyone,
      item: Watch,
      sorts: ['created_at'],
      order: 'desc',
    },
    (ctx, _, request) => store.list(ctx.db, ctx.actor, request),
  )
}
