import { api, bodyOf } from '../api/client.ts'
import type { PersonName } from '../api/schema.d.ts'
import { queriesFor } from './name-queries.ts'

/** Addresses that were asked for in this moment, so that a list of a hundred rows makes one request. */
let asked: { emails: Set<string>; answer: Promise<PersonName[]> } | undefined

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

/** The name of the person with this email address; null if nobody has it. */
export async function findPerson(email: string): Promise<PersonName | null> {
  const wanted = email.toLowerCase()
  asked ??= collect()
  asked.emails.add(wanted)
  const people = await asked.answer
  return people.find((person) => person.email.toLowerCase() === wanted) ?? null
}

function collect(): NonNullable<typeof asked> {
  const emails = new Set<string>()
  const ask = async () => {
    await pause()
    asked = undefined
    const answers = await Promise.all(queriesFor([...emails]).map(namesOf))
    return answers.flat()
  }
  return { emails, answer: ask() }
}

const namesOf = async (email: string) =>
  (await bodyOf(api.GET('/people/names', { params: { query: { email } } }))).data
