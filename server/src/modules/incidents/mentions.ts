import type { Ctx, Tx } from '../../db/ctx.ts'
import { hasAnyRole, type Role } from '../../kernel/actor.ts'
import { notify } from '../notifications/service.ts'
import { excerpt, headline } from '../notifications/texts.ts'
import { peopleNamed } from '../users/people-store.ts'
import type { IncidentRow } from './model.ts'
import { addressOf } from './store.ts'
import { rolesSeeing, type Visibility } from './visibility.ts'

const maxMentions = 20

/** What the API accepts as an address. */
const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const address = `${atom}(?:\\.${atom})*@${label}(?:\\.${label})+`
const bareName = "\\w+(?:[.%+'’-]+\\w+)*"

/**
 * `@ada.byron@example.com`, or `@ada.byron` for the only person with that name before the `@`. The console shows the
 * names behind the addresses that it finds in the same way.
 */
const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@/-])@(${address}|${bareName})`, 'giu')

/** "@o’brien" is written with any apostrophe; "@ada's" mentions Ada. */
const toName = (typed: string) => typed.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')

export function mentionsIn(body: string): string[] {
  const names = [...body.matchAll(mention)].map(([, typed]) => toName(typed!))
  return [...new Set(names)].slice(0, maxMentions)
}

/** What a note is about, and what causes the notification, which nobody gets twice. */
interface MentionSubject {
  id: string
  /** Null for records whose title not everyone may read. */
  title: string | null
  url: string
  cause: string
}

/** Who may read the notes of a record, if not everyone: people with these roles, also what is internal, and its author. */
interface NoteReaders {
  roles: readonly Role[]
  author_id: string | undefined
}

/** Notifies the people whom a note mentions, if they may read it. */
export async function notifyMentioned(
  ctx: Ctx<Tx>,
  { id, title, url, cause }: MentionSubject,
  { body, visibility = 'team' }: { body: string; visibility?: Visibility | undefined },
  only?: NoteReaders,
): Promise<void> {
  const names = mentionsIn(body)
  if (names.length === 0 || visibility === 'private' || ctx.is_history) return
  const people = (await peopleNamed(ctx.db, names)).filter((person) => person.id !== ctx.actor.id)
  const seeing = rolesSeeing(visibility, only?.roles)
  const send = (mentioned: typeof people, readers: readonly Role[] | undefined) =>
    notify(
      ctx,
      mentioned.filter((person) => !readers || hasAnyRole(person, readers)),
      {
        kind: 'mentioned',
        category: 'mentioned',
        cause,
        title: `${ctx.actor.name} mentioned you: ${headline(id, title)}`,
        message: excerpt(body),
        subject_id: id,
        url,
        readers,
      },
    )
  const isAuthor = (person: { id: string }) => person.id === only?.author_id
  await send(people.filter(isAuthor), seeing)
  await send(
    people.filter((person) => !isAuthor(person)),
    only?.roles ?? seeing,
  )
}

/** An incident as the subject of a mention; each of its versions is a cause of its own. */
export const mentionedIncident = (
  { config }: Ctx,
  { id, short_description, version }: IncidentRow,
): MentionSubject => ({
  id,
  title: short_description,
  url: `${addressOf(config.base_url)}${id}`,
  cause: `${id}:${version + 1}`,
})
