import type { Ctx, Tx } from '../../db/ctx.ts'
import { agents, hasAnyRole, type Role } from '../../kernel/actor.ts'
import * as recordNotes from '../activity/notes/service.ts'
import { notedNouns } from '../activity/subjects.ts'
import type { CreateNote } from '../incidents/notes/model.ts'
import * as workNotes from '../incidents/notes/service.ts'
import * as incidents from '../incidents/store.ts'
import type { RecordJson } from '../records/model.ts'

/** What the JSON of all kinds of records together has of this. */
interface Shown {
  url: string
  short_description?: string
  name?: string
  title?: string
  assigned_to?: string | null
  assignment_group?: string | null
  opened_by?: string
  created_by?: string
  requested_by?: string
  requested_for?: string | null
}

/** A record that somebody answers an email about. */
export interface Subject {
  id: string
  url: string
  title: string
  assigned_to: string | null
  assignment_group: string | null
  /** Who may add notes in the API, and whoever opened it or asked for it. */
  isWriter: boolean
  takesFiles: boolean
  addNote: (ctx: Ctx<Tx>, note: CreateNote) => Promise<{ id: string }>
}

function toSubject(
  { actor }: Ctx,
  { id, json }: RecordJson,
  writers: readonly Role[],
  more: Pick<Subject, 'takesFiles' | 'addNote'>,
): Subject {
  const shown = JSON.parse(json) as Shown
  const { url, assigned_to = null, assignment_group = null } = shown
  const owners = [shown.opened_by, shown.created_by, shown.requested_by, shown.requested_for]
  return {
    id,
    url,
    title: shown.short_description ?? shown.name ?? shown.title ?? '',
    assigned_to,
    assignment_group,
    isWriter:
      hasAnyRole(actor, writers) ||
      owners.some((owner) => owner?.toLowerCase() === actor.email.toLowerCase()),
    ...more,
  }
}

/** Undefined where there is no such record, or the sender may not read it. */
export async function findSubject(ctx: Ctx, id: string): Promise<Subject | undefined> {
  const found = await incidents.show(ctx, id)
  if (found)
    return toSubject(ctx, found, agents, {
      takesFiles: true,
      addNote: (ctx, note) => workNotes.add(ctx, id, note),
    })
  for (const noted of notedNouns) {
    const found = await noted.show(ctx, id)
    if (found)
      return toSubject(ctx, found, noted.writers, {
        takesFiles: false,
        addNote: (ctx, { body, visibility }) => recordNotes.add(ctx, noted, id, { body, visibility }),
      })
  }
  return undefined
}
