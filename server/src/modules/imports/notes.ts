import type { Ctx, Tx } from '../../db/ctx.ts'
import { record as journal } from '../../events/journal.ts'
import { incident } from '../incidents/model.ts'
import * as notes from '../incidents/notes/service.ts'
import { at } from './at-time.ts'
import { findAuthors } from './authors.ts'
import { isSameNote, type ImportedRecord } from './model.ts'
import * as store from './store.ts'

/** Notes that were not imported before, oldest first: their order here is that of their creation. */
export async function addNotes(
  ctx: Ctx<Tx>,
  system: string,
  { external_id: parent, notes: given = [] }: ImportedRecord,
  incident_id: string,
): Promise<number> {
  const ordered = given
    .map(({ external_id, created_at, ...note }) => ({
      ...note,
      created_at: at(ctx, created_at).now,
      key: `${parent} ${external_id}`,
    }))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const known = await store.findNotes(
    ctx.db,
    system,
    incident_id,
    ordered.map(({ key }) => key),
  )
  const authorOf = await findAuthors(
    ctx,
    ordered.map(({ author }) => author),
  )
  const bodies = ordered.filter(({ key }) => !known.has(key)).map(({ body }) => body)
  const present = new Set(known.values())
  const others = (await store.findImportedNotes(ctx.db, system, incident_id, bodies)).filter(
    ({ id }) => !present.has(id),
  )
  let added = 0
  for (const { key, author: email, ...note } of ordered) {
    if (known.has(key)) continue
    const author = authorOf(email)
    const index = others.findIndex((other) => isSameNote(other, { ...note, author: author.email }))
    const [same] = index < 0 ? [] : others.splice(index, 1)
    const subject_id = same?.id ?? (await notes.addPast(ctx, incident_id, { ...note, author }))
    await store.set(ctx.db, { system, subject_type: 'note', external_id: key, subject_id, url: null })
    known.set(key, subject_id)
    if (!same) added++
  }
  return added
}

export async function auditNotes(ctx: Ctx<Tx>, incident_id: string, added: number): Promise<void> {
  const to = await store.countNotes(ctx.db, incident_id)
  await journal(ctx, incident_id, {
    subject_type: incident.subject_type,
    action: 'imported',
    changes: [{ field: 'work_notes_count', from: to - added, to }],
  })
}
