import type { Item } from './items.ts'

/** "more P1s than last month" compares two months, "more P1s than the service desk" two groups. */
const comparing = /^(?:more|fewer|less|better|worse)$/i
const compared = new Set<Item['is'] | undefined>(['time', 'groups', 'name', 'email', 'priority'])

function isComparison(items: Item[], place: number): boolean {
  const than = items.findIndex(({ text }, n) => n > place && /^than$/i.test(text))
  const next = items.slice(than).find(({ is }) => is !== 'filler')
  return comparing.test(items[place]!.text) && than > 0 && compared.has(next?.is)
}

const verb = /^(?:open|report|raise|log|create|request|((?:not )?approved?|signed off))$/i
const isPerson = ({ is }: Item) => is === 'name' || is === 'email'
const isOpened = (item: Item) => item.is === 'event' && item.field === 'created_at'
const leading = new Set<Item['is'] | undefined>(['role', 'place', 'about', 'field', 'per'])

/** "last updated by maria", "maria has touched": a list cannot be filtered by who did it. */
export const isDoneByPerson = (items: Item[], place: number): boolean => {
  const [first, before, , after, last] = [-2, -1, 0, 1, 2].map((n) => items[place + n])
  if (first && /^(?:has|have|had)$/i.test(before?.text ?? '')) return isPerson(first)
  return /^by$/i.test(after?.text ?? '') && last !== undefined && isPerson(last)
}

/** Replaces verbs by what they say: a comparison, or who has opened or approved something. */
export function withVerbs(items: Item[]): Item[] {
  const done = items.map((item, place): Item =>
    isComparison(items, place) ? { is: 'versus', text: item.text } : item,
  )
  const at = done.findIndex((_, place) => personBefore(done, place) >= 0)
  return at < 0 ? done : withPerson(done, at)
}

/** The place of the person who does it: "did bob open", "bob did not open", "bob has approved", "bob reported"; or -1. */
function personBefore(items: Item[], place: number): number {
  const { text } = items[place]!
  if (!verb.test(text) && !isOpened(items[place]!)) return -1
  const person = items.slice(0, place).findLastIndex(isPerson)
  const between = items.slice(person + 1, place)
  if (person < 0 || !between.every(({ is }) => is === 'filler' || is === 'not')) return -1
  const before = items.slice(0, person)
  const isDone = isOpened(items[place]!)
    ? !leading.has(before.findLast(({ is }) => is !== 'filler')?.is)
    : /ed(?: off)?$/i.test(text)
      ? between.some((each) => /^(?:has|have|had)$/i.test(each.text))
      : [...before, ...between].some((each) => /\bdid\b/i.test(each.text))
  return isDone ? person : -1
}

/** "bob did not open" becomes "not opened by bob". */
function withPerson(items: Item[], place: number): Item[] {
  const { text } = items[place]!
  const approved = verb.exec(text)?.[1]
  const person = personBefore(items, place)
  const between = items.slice(person + 1, place)
  const isNot = /^not /i.test(text) || between.some(({ is }) => is === 'not')
  const role: Item = { is: 'role', field: approved ? 'approved_by' : 'opened_by', text }
  return [
    ...items.slice(0, person),
    ...(isNot ? [{ is: 'not' as const, text: 'not' }] : []),
    role,
    items[person]!,
    ...between.filter(({ is }) => is !== 'not'),
    approved ? { is: 'filler', text } : { is: 'event', field: 'created_at', text },
    ...items.slice(place + 1),
  ]
}
