import type { Parser } from './parser.ts'
import { isWholeName, type Item, type ItemOf } from './items.ts'
import { groupsWith } from './group-names.ts'
import { isHostLike } from './names.ts'
import { hasField } from './schema.ts'
import { isPlural } from './senses.ts'
import { wordsOf } from './words.ts'

/** After "assigned to", these name nobody. */
const nameless = new Set<Item['is'] | undefined>([undefined, 'they', 'it', 'time', 'place'])
/** "who is it assigned to", "assigned to each person" */
const asking = new Set<Item['is']>(['who', 'which', 'per', 'field'])

/** A person or a group follows; without one, the words have no meaning. */
export function takeRole(parser: Parser, item: ItemOf<'role'>, place: number): void {
  const next = parser.items.slice(place + 1).find(({ is }) => is !== 'filler')
  if (nameless.has(next?.is) && !parser.items.some(({ is }) => asking.has(is))) return parser.unused(item)
  parser.reading.weight++
  parser.expected = item.field
}

/** In "which systems", "per system" and "systems with most", CIs are what is counted. */
export const isGroupOf = (parser: Parser, place: number): boolean => {
  const leads = parser.noun === 'ci' ? ['per'] : ['per', 'which', 'most', undefined]
  return leads.includes(parser.kindBefore(place))
}

/** A name may be ambiguous; the words before it decide. */
export function takeName(parser: Parser, item: ItemOf<'name'>, place: number): void {
  const { category, class: itsClass, person, opener, cis } = item
  const { noun, expected } = parser
  // In "the message broker mq-01", the words before the name describe it.
  const { unused } = parser.reading
  for (
    let at = place - 1;
    isWholeName(item) && unused.length > 0 && parser.items[at]?.text === unused.at(-1);
    at--
  )
    unused.pop()
  if (person !== undefined && /^(?:assigned_to|opened_by|approved_by)$/.test(expected ?? ''))
    return parser.value(item, expected!, [person])
  if (opener !== undefined && parser.person_field === 'opened_by')
    return parser.value(item, 'opened_by', [opener])
  if (expected === 'assignment_group' || expected === 'assigned_to') return takeGroup(parser, item)
  if (itsClass !== undefined && hasField(noun, 'class')) {
    // "which server has the most incidents?" counts by server.
    const isCounted = isGroupOf(parser, place) && parser.items.some(({ is }) => is === 'most' || is === 'per')
    if (isCounted) parser.read({ group_by: 'ci_id' })
    const isOfCi = parser.describesCi && isPlural(item.text, itsClass)
    if (isCounted || isOfCi || noun === 'ci') return parser.value(item, 'class', [itsClass])
  }
  if (category !== undefined && hasField(noun, 'category')) return parser.value(item, 'category', [category])
  const isPlace = parser.lead === 'place' || isWholeName(item)
  if (cis && isPlace && hasField(noun, 'ci_id')) {
    const [ids, names] = [cis.map(({ id }) => id), cis.map(({ name }) => name)]
    return parser.value(item, 'ci_id', ids, names)
  }
  if (person !== undefined) return parser.value(item, parser.person_field, [person])
  return takeWord(parser, item, place)
}

const isContent = ({ is }: Item) => is !== 'link' && is !== 'filler'

/** In "opened by maria, chen or bob", "of the network and platform teams" and "high or low risk", all are of one field. */
export function continueList(parser: Parser, item: Item, place: number): void {
  const { items, reading, lead } = parser
  const [before, next] = [items.slice(0, place).findLast(isContent), items.slice(place + 1).find(isContent)]
  const field = reading.understood.findLast(({ text }) => text === before?.text)?.part
  const isFirst = lead === 'place' && items[place + 1]?.is === 'link' && next?.is === 'groups'
  const isGroup = isFirst || (items[place - 1]?.is === 'link' && field === 'assignment_group')
  if (item.is === 'grade' && next?.is === 'value' && next.field === 'risk') parser.expected = 'risk'
  else if (field === 'opened_by' || field === 'approved_by') parser.expected ??= field
  else if (item.is === 'name' && isGroup && groupsNamed(parser, item).length > 0)
    parser.expected ??= 'assignment_group'
}

const groupsNamed = ({ asker }: Parser, { text }: Item) => groupsWith(wordsOf(text), asker.names.groups)

/** An unknown assignee or group is an error, because a guess would be a wrong answer. */
function takeGroup(parser: Parser, item: Item): void {
  const groups = groupsNamed(parser, item)
  if (groups.length > 0) return parser.value(item, 'assignment_group', groups)
  parser.unknownName(parser.expected === 'assignment_group' ? 'group' : 'person or group', item.text)
}

/** An unknown word: search text next to a noun, otherwise unused. */
export function takeWord(parser: Parser, item: Item, place: number): void {
  const { expected, lead, noun, items } = parser
  const [before, next] = [items[place - 1], items[place + 1]]
  if (lead === 'place' && next?.is === 'field' && next.field === 'assignment_group') {
    parser.expected = 'assignment_group'
    return before?.is === 'word' && groupsNamed(parser, item).length === 0
      ? parser.unknownName('group', `${before.text} ${item.text}`)
      : takeGroup(parser, item)
  }
  if (/^(?:assigned_to|opened_by|approved_by|assignment_group)$/.test(expected ?? ''))
    return takeGroup(parser, item)
  if (expected && !['ci_id', 'priority', 'state'].includes(expected))
    return parser.value(item, expected, [item.text.toLowerCase()])
  if (item.is === 'word' && /^p\d$/i.test(item.text))
    return parser.problem(`There is no priority ${item.text.toUpperCase()}: they go from P1 to P4`)
  if (item.is === 'word' && lead === 'place' && isHostLike(item.text) && hasField(noun, 'ci_id'))
    return parser.unknownName('configuration item', item.text)
  const isText = lead !== undefined || parser.hasText || item.is === 'quoted' || isBesideNoun(items, place)
  if (parser.reading.noun && isText) parser.addText(item)
  else parser.unused(item)
}

/** "printer incidents", "wifi and printer incidents", "incidents printer", "printers, number of incidents". */
export const isBesideNoun = (items: Item[], place: number): boolean =>
  items[place - 1]?.is === 'noun' ||
  items.slice(place + 1).find(({ is }) => !['word', 'name', 'link', 'ask'].includes(is))?.is === 'noun'
