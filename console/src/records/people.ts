import { api, bodyOf } from '../api/client.ts'
import type { Person } from '../api/schema.d.ts'

/** The person with this email address; null if nobody has it, or if the caller may not see the others. */
export async function findPerson(email: string): Promise<Person | null> {
  const { data } = await bodyOf(api.GET('/people', { params: { query: { q: email } } }))
  return data.find((person) => person.email.toLowerCase() === email.toLowerCase()) ?? null
}
