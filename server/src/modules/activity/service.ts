import type { Ctx } from '../../db/ctx.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { system } from '../../kernel/actor.ts'
import { attachmentsOf } from '../incidents/attachments/store.ts'
import { incident } from '../incidents/model.ts'
import { emailsIn, isResolution, slaOutcomes, withNames, type SlaOutcome } from './model.ts'
import * as store from './store.ts'

/** A page of the activity, with the names of people and the attachments of notes. */
export async function read(
  ctx: Ctx,
  query: store.ActivityQuery,
  request: PageRequest,
): Promise<Page<unknown>> {
  const { rows, ...page } = await store.list(ctx.db, query, request)
  const names = await store.namesOf(ctx.db, emailsIn(rows.flatMap(({ changes }) => changes)))
  const noteIds = rows.flatMap(({ note }) => (note ? [note.id] : []))
  const attachments = await attachmentsOf(ctx.db, ctx.config.base_url, noteIds)
  const outcomes = await outcomesOf(ctx, query.subject, rows)
  return {
    ...page,
    rows: rows.map(({ id, at, actor_id, actor, name, action, changes, note }) => ({
      id,
      type: note ? 'note' : 'change',
      at,
      actor: { id: actor_id, email: actor, name: name ?? (actor_id === system.id ? system.name : actor) },
      action,
      changes: changes.map((change) => withNames(change, names)),
      note: note && { ...note, attachments: attachments.get(note.id) ?? [] },
      ...(outcomes.has(id) && { sla: outcomes.get(id) }),
    })),
  }
}

/** By the IDs of resolutions. Paired from the newest on: an imported incident may have been resolved before its first entry. */
async function outcomesOf(
  ctx: Ctx,
  subject: store.Subject,
  rows: store.ActivityRow[],
): Promise<Map<string, SlaOutcome>> {
  const isResolved =
    subject.subject_type === incident.subject_type && rows.some(({ changes }) => isResolution(changes))
  if (!isResolved) return new Map()
  const { segments, resolutions } = await store.slaHistoryOf(ctx.db, subject)
  const outcomes = slaOutcomes(segments)
  return new Map(resolutions.map((id, i) => [id, outcomes[i]!]))
}
