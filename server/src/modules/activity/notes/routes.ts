import type { Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import { everyone } from '../../../kernel/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import { visibleTo } from '../../incidents/visibility.ts'
import { missing } from '../../records/service.ts'
import { notedNouns, type NotedNoun } from '../subjects.ts'
import { CreateRecordNote, RecordNote } from './model.ts'
import { add } from './service.ts'
import { find, list } from './store.ts'

export function mountRecordNotes(api: Api): void {
  for (const noted of notedNouns) mountNotesOf(api, noted)
}

function mountNotesOf(api: Api, noted: NotedNoun): void {
  const { noun, show, writers, readers } = noted
  const { path, subject_type } = noun
  const name = subject_type.replaceAll('_', ' ')

  api.list(
    `${path}/:id/notes`,
    {
      tag: 'Activity',
      summary: `List the notes of one ${name} that you may see, oldest first`,
      roles: everyone,
      item: RecordNote,
      sorts: ['created_at'],
      order: 'asc',
    },
    async (ctx, { params: { id } }, request) => {
      if (!(await show(ctx, id))) throw missing(noun, id)
      return list(ctx.db, { subject_type, subject_id: id }, visibleTo(ctx.actor, readers), request)
    },
  )

  api.get(
    `${path}/:id/notes/:note_id`,
    {
      tag: 'Activity',
      summary: `Get one note of one ${name}`,
      roles: everyone,
      response: { 200: RecordNote },
    },
    async (ctx, { params: { id, note_id } }) => {
      if (!(await show(ctx, id))) throw missing(noun, id)
      const note = await find(
        ctx.db,
        { subject_type, subject_id: id },
        note_id,
        visibleTo(ctx.actor, readers),
      )
      if (!note) throw notFound(`Note ${note_id}`)
      return note
    },
  )

  api.post(
    `${path}/:id/notes`,
    {
      tag: 'Activity',
      summary: `Add a note to one ${name}`,
      description: 'Notifies the people whom it mentions as `@name`, and those who watch the record.',
      roles: writers,
      body: CreateRecordNote,
      response: { 201: RecordNote },
    },
    async (ctx, { params, body, path }) => {
      const note = await add(ctx, noted, params.id, body)
      return new Reply(201, note, { location: `${path}/${note.id}` })
    },
  )
}
