import { answerOf, api, ifMatch, withId } from '../api/client.ts'
import { readRecord } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { versionOf } from '../records/editing/editable-record.ts'
import { saveField } from '../records/editing/save-field.ts'
import { findPerson } from '../records/people.ts'
import { myWork as w } from '../words/my-work.ts'

const path = '/incidents/{id}'

const accessTo = (id: string) => ({
  save: async (body: { assigned_to?: string }, { etag }: { etag: string | undefined }) =>
    versionOf(await answerOf(api.PATCH(path, { ...withId(id), body, ...ifMatch(etag) }))),
  reload: async () => versionOf(await readRecord('/incidents', id)),
})

/** The version that the list has shown. */
const shownAt = (version: number) => ({ values: { assigned_to: null }, etag: `"${version}"` })

const nameOf = async (email: string) => (await findPerson(email).catch(() => null))?.name ?? email

/** Assigns an incident that the list shows as unassigned, unless someone else was faster; says what came of it. */
export async function takeIncident({ id, version }: Incident, email: string): Promise<string> {
  const patch = { value: email, base: null }
  const { isSaved, version: now } = await saveField(accessTo(id), 'assigned_to', patch, shownAt(version))
  const assignee = String(now.values.assigned_to)
  return isSaved || assignee === email ? w.taken(id) : w.takenByOther(id, await nameOf(assignee))
}
