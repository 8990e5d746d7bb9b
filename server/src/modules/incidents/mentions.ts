import type { Ctx, Tx } from '../../db/ctx.ts'
import { notify } from '../notifications/service.ts'
import { peopleNamed } from '../users/store.ts'
import type { IncidentRow } from './model.ts'
import { addressOf } from './store.ts'
import { visibleTo, type Visibility } from './visibility.ts'

const maxMentions = 20

/** `@ada.byron@example.com`, or `@ada.byron` for the only person with that name before the `@`. */
const mention = /(?<![\w.@/-])@([a-z0-9][\w.%+-]*(?:@[a-z0-9][a-z0-9.-]*\.[a-z]{2,})?)/gi

export function mentionsIn(body: string): string[] {
  const names = [...body.matchAll(mention)].map(([, name]) => name!.toLowerCase().replace(/[.]+$/, ''))
  return [...new Set(names)].slice(0, maxMentions)
}

/** Notifies the people whom a note mentions, if they may read it. */
export async function notifyMentioned(
  ctx: Ctx<Tx>,
  incident: IncidentRow,
  { body, visibility = 'team' }: { body: string; visibility?: Visibility | undefined },
): Promise<void> {
  const names = mentionsIn(body)
  if (names.length === 0 || ctx.is_history) return
  const people = await peopleNamed(ctx.db, names)
  const readers = people.filter(
    (person) =>
      person.id !== ctx.actor.id && visibleTo({ ...person, kind: 'user' }).visibilities.includes(visibility),
  )
  const { id, short_description, version } = incident
  await notify(ctx, readers, {
    kind: 'mentioned',
    category: 'mentioned',
    cause: `${id}:${version + 1}`,
    title: `${ctx.actor.name} mentioned you: ${id}: ${short_description}`,
    message: body.length > 500 ? `${body.slice(0, 500)}…` : body,
    subject_id: id,
    url: `${addressOf(ctx.config.base_url)}${id}`,
  })
}
