import { useQueries } from '@tanstack/react-query'
import { Markdown } from '../../shell/markdown.tsx'
import { personQuery } from '../person.tsx'
import { mentionedIn, withNames } from './mention.ts'

/** A note, with the names of the people that it mentions. */
export function NoteText({ text }: { text: string }) {
  const emails = mentionedIn(text)
  const people = useQueries({ queries: emails.map(personQuery) })
  const names = new Map(people.flatMap(({ data }, i) => (data ? [[emails[i]!, data.name] as const] : [])))
  return <Markdown text={withNames(text, names)} />
}
