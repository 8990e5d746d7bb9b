import { transact, type Ctx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { hasAnyRole } from '../../../kernel/actor.ts'
import { notifyMentioned } from '../../incidents/mentions.ts'
import { rolesSeeing } from '../../incidents/visibility.ts'
import { notify } from '../../notifications/service.ts'
import { missing } from '../../records/service.ts'
import { readersWatching } from '../../records/watches/store.ts'
import type { NotedNoun } from '../subjects.ts'
import type { CreateRecordNote } from './model.ts'
import * as store from './store.ts'

/** A note leaves the version of its record as it is, so that it does not disturb whoever edits or decides. */
export const add = (
  ctx: Ctx,
  { noun, show, readers, authorOf }: NotedNoun,
  id: string,
  { body, visibility = 'team' }: CreateRecordNote,
): Promise<store.RecordNoteRow> =>
  transact(ctx, async (ctx) => {
    const shown = await show(ctx, id)
    if (!shown) throw missing(noun, id)
    const { subject_type } = noun
    const note = await store.insert(ctx, { subject_type, subject_id: id }, { body, visibility })
    await record(ctx, id, {
      subject_type,
      action: 'noted',
      changes: [{ field: 'notes', from: null, to: note.id }],
    })
    const subject = { id, url: `${noun.addressOf(ctx.config.base_url)}${id}` }
    const title = readers ? null : titleOf(shown.json)
    const only = readers && { roles: readers, author_id: await authorOf?.(ctx, id) }
    await notifyMentioned(ctx, { ...subject, title, cause: note.id }, { body, visibility }, only)
    if (visibility !== 'private' && title !== null) await notifyWatchers(ctx, { ...subject, title }, note)
    return note
  })

function titleOf(json: string): string {
  const { short_description, name, title } = JSON.parse(json) as Record<string, string | undefined>
  return short_description ?? name ?? title ?? ''
}

interface NotedRecord {
  id: string
  title: string
  url: string
}

/** Those who see the note, without its text. Whoever was mentioned has been notified of the same cause. */
async function notifyWatchers(
  ctx: Parameters<typeof notify>[0],
  { id, title, url }: NotedRecord,
  note: store.RecordNoteRow,
): Promise<void> {
  const watchers = await readersWatching(ctx.db, id)
  const seeing = rolesSeeing(note.visibility)
  await notify(
    ctx,
    watchers.filter((watcher) => watcher.id !== ctx.actor.id && (!seeing || hasAnyRole(watcher, seeing))),
    {
      kind: 'watched',
      category: 'watched',
      cause: note.id,
      title: `New note: ${id}: ${title}`,
      message: `${ctx.actor.name} added a note to ${id}.`,
      subject_id: id,
      url,
      readers: seeing,
    },
  )
}
