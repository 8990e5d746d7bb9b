import { api, bodyOf } from '../api/client.ts'
import type { Person } from '../api/schema.d.ts'

/** Addresses that were asked for in this moment, so that a list of a hundred rows makes one request. */
let asked: { emails: string[]; answer: Promise<Person[]> } | undefined

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

/** The person with this email address; null if nobody has it. */
export async function findPerson(email: string): Promise<Person | null> {
  const wanted = email.toLowerCase()
  asked ??= collect()
  asked.emails.push(wanted)
  const people = await asked.answer
  return people.find((person) => person.email.toLowerCase() === wanted) ?? null
}

function collect(): NonNullable<typeof asked> {
  const emails: string[] = []
  const ask = async () => {
    await pause()
    asked = undefined
    const query = { email: [...new Set(emails)].slice(0, 50).join(',') }
    return (await bodyOf(api.GET('/people', { params: { query } }))).data
  }
  return { emails, answer: ask() }
}
