import type { Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import { agents, everyone } from '../../../kernel/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import { checkIncludeDeleted, IncludeDeleted } from '../../../kernel/include-deleted.ts'
import { exists } from '../store.ts'
import { visibleTo } from '../visibility.ts'
import { CreateNote, Note } from './model.ts'
import * as notes from './service.ts'
import * as store from './store.ts'

const tag = 'Work notes'
/** Attachments may be inline in base64, which encodes three bytes as four characters. */
const bodyLimit = 36 * 2 ** 20

export function mountNotes(api: Api): void {
  api.list(
    '/incidents/:id/notes',
    {
      tag,
      summary: 'List the work notes of an incident that you may see, oldest first',
      roles: everyone,
      item: Note,
      filters: { include_deleted: IncludeDeleted },
      sorts: ['created_at'],
      order: 'asc',
    },
    async (ctx, { params: { id }, query: { include_deleted } }, request) => {
      checkIncludeDeleted(ctx.actor, include_deleted)
      if (!(await exists(ctx.db, id, include_deleted))) throw notFound(`Incident ${id}`)
      return store.list(ctx.db, ctx.config.base_url, id, visibleTo(ctx.actor), request)
    },
  )

  api.get(
    '/incidents/:id/notes/:note_id',
    {
      tag,
      summary: 'Get one work note',
      roles: everyone,
      response: { 200: Note },
    },
    async (ctx, { params: { id, note_id } }) => {
      const isThere = await exists(ctx.db, id)
      const ids = { id: note_id, incident_id: id }
      const note = isThere && (await store.find(ctx.db, ctx.config.base_url, ids, visibleTo(ctx.actor)))
      if (!note) throw notFound(`Work note ${note_id}`)
      return note
    },
  )

  api.post(
    '/incidents/:id/notes',
    {
      tag,
      summary: 'Add a work note',
      roles: agents,
      body: CreateNote,
      bodyLimit,
      response: { 201: Note },
    },
    async (ctx, { params, body, path }) => {
      const note = await notes.add(ctx, params.id, body)
      return new Reply(201, note, { location: `${path}/${note.id}` })
    },
  )
}
