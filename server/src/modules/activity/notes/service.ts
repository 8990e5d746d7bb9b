import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { hasAnyRole } from '../../../kernel/actor.ts'
import { notifyMentioned } from '../../incidents/mentions.ts'
import { rolesSeeing } from '../../incidents/visibility.ts'
import { notify } from '../../notifications/service.ts'
import { excerpt, headline } from '../../notifications/texts.ts'
import { missing } from '../../records/service.ts'
import { readersWatching } from '../../records/watches/store.ts'
import { ownersAmong } from '../../users/people-store.ts'
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
    if (visibility !== 'private' && title !== null && !ctx.is_history)
      await notifyReaders(ctx, { ...subject, title }, note, ownersIn(shown.json))
    return note
  })

function titleOf(json: string): string {
  const { short_description, name, title } = JSON.parse(json) as Record<string, string | undefined>
  return short_description ?? name ?? title ?? ''
}

/** Whoever made a change or a request, or is named as the person who wants it. */
function ownersIn(json: string): string[] {
  const { created_by, requested_by, requested_for } = JSON.parse(json) as Record<
    string,
    string | null | undefined
  >
  return [created_by, requested_by, requested_for].filter((email) => typeof email === 'string')
}

/**
 * A public note is written for the owners; it may ask a question. The watchers are those who see it. Whoever was mentioned has
 * been notified of the same cause.
 */
async function notifyReaders(
  ctx: Ctx<Tx>,
  { id, title, url }: { id: string; title: string; url: string },
  note: store.RecordNoteRow,
  owners: string[],
): Promise<void> {
  const { actor } = ctx
  const others = <Person extends { id: string }>(people: Person[]) =>
    people.filter((person) => person.id !== actor.id)
  const common = {
    cause: note.id,
    title: `New note: ${headline(id, title)}`,
    message: `${actor.name}: ${excerpt(note.body)}`,
    subject_id: id,
    url,
  }
  if (note.visibility === 'public')
    await notify(ctx, others(await ownersAmong(ctx.db, { ids: [], emails: owners })), {
      ...common,
      kind: 'requested',
      category: 'requested',
    })
  const readers = rolesSeeing(note.visibility)
  const watchers = others(await readersWatching(ctx.db, id))
  await notify(ctx, readers ? watchers.filter((watcher) => hasAnyRole(watcher, readers)) : watchers, {
    ...common,
    kind: 'watched',
    category: 'watched',
    readers,
  })
}
