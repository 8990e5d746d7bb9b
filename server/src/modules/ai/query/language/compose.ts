import { Parser } from './parser.ts'
import { isWholeName, type Item, type ItemOf } from './items.ts'
import type { CiName } from './names.ts'
import { parts, saysCondition, type Asker, type Reading } from './reading.ts'
import { gradeOf, stateOf } from './senses.ts'
import { isExclusion, isPlainWord, takeField, takeIt, takeNot, takeNoun, takeNumber } from './take-parts.ts'
import { takeSort, takeValue } from './take-parts.ts'
import { attachTimes, withPastBreaches } from './time-fields.ts'
import { continueList, isBesideNoun, takeName, takeRole, takeWord } from './unknown-words.ts'
import { isDoneByPerson, withVerbs } from './verbs.ts'

/** Builds the reading of a question in one pass over its items. */
export function compose(words: Item[], asker: Asker): Reading {
  const items = withVerbs(words)
  const parser = new Parser(items, asker)
  const { reading } = parser
  for (const [place, item] of items.entries()) take(parser, item, place)
  parser.endText()
  parser.settle()
  const named = items.flatMap((item) => (item.is === 'name' && item.cis ? [{ ...item, cis: item.cis }] : []))
  const rank = ({ cis }: { cis: CiName[] }) => (cis[0]!.is_part ? cis.length : 0)
  const [exact] = named.toSorted((a, b) => rank(a) - rank(b))
  if (exact) Object.assign(reading, { cis: exact.cis, ci_text: exact.text })
  reading.named = items.flatMap(namedBy)
  attachTimes(parser)
  if (reading.measure === 'share' && saysSla(reading)) reading.measure = 'sla'
  return reading
}

/** "INC0000042", "Northbook ERP" */
function namedBy(item: Item): Reading['named'] {
  if (item.is === 'record') return [{ text: item.text, ids: [item.record.id] }]
  const cis = item.is === 'name' && isWholeName(item) ? item.cis : undefined
  return cis ? [{ text: item.text, ids: cis.map(({ id }) => id) }] : []
}

const saysSla = (reading: Reading) =>
  reading.aspect === 'sla' || saysCondition(reading, 'breached', 'overdue', 'at_risk')

type ItemHandler<I> = (parser: Parser, item: I, place: number) => void

function take(parser: Parser, item: Item, place: number): void {
  if (parser.isText(item)) return parser.addText(item, false)
  if (!['word', 'filler', 'link'].includes(item.is) && !isPlainWord(parser, item)) parser.endText()
  const { reading } = parser
  const before = { ...reading }
  if (['name', 'email', 'me', 'grade'].includes(item.is)) continueList(parser, item, place)
  ;(handlers[item.is] as ItemHandler<Item> | undefined)?.(parser, item, place)
  if (!connecting.has(item.is)) parser.is_either = false
  for (const part of parts.filter((each) => reading[each] !== before[each])) {
    const earlier = reading.understood.findIndex((each) => each.part === part)
    if (earlier >= 0) reading.unused.push(reading.understood.splice(earlier, 1)[0]!.text)
    reading.understood.push({ text: item.text, part })
  }
}

/** Words between "or" and its second value. */
const connecting = new Set<Item['is']>([
  'link',
  'filler',
  'role',
  'place',
  'noun',
  'field',
  'it',
  'they',
  'not',
])

/** A word that is no record follows; "on my desk" and "in my name" are still the caller's. */
const isOfAnother = ({ items }: Parser, place: number) =>
  items[place + 1]?.is === 'word' &&
  !isBesideNoun(items, place + 1) &&
  !/^[io]n$/i.test(items[place - 1]?.text ?? '')

/** After the first words, "find" and "show" are ordinary words. */
const latestAsk = 2

const handlers: { [K in Item['is']]?: ItemHandler<ItemOf<K>> } = {
  noun: takeNoun,
  // "... are there?" may come last.
  ask: (parser, item, place) => {
    const before = parser.items.slice(0, place).filter(({ is }) => is !== 'filler').length
    // "the phone number of erik" is not a count.
    if (/^number of$/i.test(item.text) && parser.items[place - 1]?.is === 'word')
      return takeWord(parser, item, place)
    if (before <= latestAsk) return parser.read({ intent: parser.reading.intent ?? item.intent })
    if (!item.text.includes(' ')) takeWord(parser, item, place)
    // "printers in Porto, number of tickets this week"
    else if (item.intent === 'count') parser.read({ intent: parser.reading.intent ?? item.intent })
  },
  // Only incidents have a time to resolve.
  measure: (parser, item) =>
    parser.noun === 'incident' ? parser.read({ measure: item.measure }, 2) : parser.unused(item),
  sort: takeSort,
  event: (parser, { field, text }, place) => {
    const is_negated =
      parser.negation === 'fresh' || /^(?:no|nobody|never|untouched|stale|idle)\b/i.test(text)
    parser.negation = 'none'
    parser.moments.push({ place, field, is_negated })
    if (field === 'updated_at' && isDoneByPerson(parser.items, place)) parser.drop(text)
    parser.read({})
  },
  time: (parser, item) => {
    if (parser.negation === 'fresh') parser.negated_times.add(item)
    parser.negation = 'none'
    parser.read({})
  },
  aspect: (parser, { aspect, text }) => {
    const isMost = /^who /i.test(text) && parser.items.some(({ is }) => is === 'most')
    if (isMost) parser.read({ group_by: aspect === 'all' ? 'opened_by' : 'assigned_to' })
    else parser.read({ aspect: parser.reading.aspect ?? aspect })
  },
  // A list cannot exclude single records.
  record: (parser, { record, text }) =>
    parser.negation === 'fresh'
      ? parser.drop(text)
      : parser.read({ record: parser.reading.record ?? record }, 2),
  role: takeRole,
  field: (parser, item, place) => takeField(parser, item, item.field, place),
  number: takeNumber,
  name: takeName,
  quoted: takeWord,
  word: takeWord,
  value: takeValue,
  priority: (parser, item) => parser.value(item, 'priority', item.values),
  amount: (parser, item, place) => {
    if (item.field === 'duration') parser.moments.push({ place, field: 'resolved_at' })
    parser.value(item, item.field, [item.comparison, String(item.n)], [item.text.toLowerCase()])
  },
  // "on critical systems" is no priority.
  grade: (parser, item, place) => {
    const next = parser.items.slice(place + 1).find(({ is }) => is !== 'value' && is !== 'grade')
    const isCi = (next?.is === 'noun' && next.noun === 'ci') || (next?.is === 'name' && next.class)
    const noun = isCi && parser.lead === 'place' ? 'ci' : parser.noun
    parser.value(item, ...gradeOf(item.grade, noun, parser.expected))
  },
  state: (parser, item, place) => {
    const state = stateOf(item.state, parser.noun)
    // "new requests this week" were created this week.
    if (state === undefined && item.state === 'new')
      return handlers.event!(parser, { ...item, is: 'event', field: 'created_at' }, place)
    if (state === undefined) return parser.addText(item)
    if (parser.negation === 'none') parser.moments.push({ place, state })
    parser.value(item, 'state', [state])
    if (/^i$/i.test(parser.items[place - 1]?.text ?? ''))
      parser.value(item, 'assigned_to', [parser.asker.email])
  },
  groups: (parser, item) => parser.value(item, 'assignment_group', item.groups),
  my_team: (parser, item) => {
    const { my_groups } = parser.asker.names
    if (my_groups.length > 0) parser.value(item, 'assignment_group', my_groups)
    else parser.problem('You are in no group, so I do not know which team is yours')
  },
  email: (parser, item) => parser.value(item, parser.person_field, [item.email]),
  // "my manager" is somebody else.
  mine: (parser, item, place) => {
    if (!isOfAnother(parser, place)) parser.value(item, parser.person_field, [parser.asker.email])
  },
  me: (parser, item) => {
    if (parser.lead === 'place' || parser.expected)
      parser.value(item, parser.person_field, [parser.asker.email])
  },
  not: takeNot,
  without: takeNot,
  about: (parser) => Object.assign(parser, { lead: 'about' }),
  place: (parser, { text }, place) => {
    parser.lead = 'place'
    parser.is_from = /^from$/i.test(text)
    if (place === 0) parser.reading.joins = true
    // "which team is bob in" asks for more than the tickets of each team.
    if (parser.reading.asks_which && place === parser.items.length - 1) parser.drop(text)
  },
  link: (parser, item, place) => {
    const { text } = item
    if (/^but$/i.test(text) && isExclusion(parser.items, place)) return takeNot(parser, item, place)
    if (place === 0 || /^(only|just)$/i.test(text)) parser.reading.joins = true
    if (!/^or$/i.test(text)) return
    parser.is_either = true
    parser.alternative()
  },
  also: ({ reading }) => Object.assign(reading, { adds: true }),
  everything: (parser, { text }, place) => {
    const { reading } = parser
    reading.wants_all = true
    if (/^every$/i.test(text) && parser.items[place + 1]?.is === 'time') parser.drop(text)
    if (/closed/i.test(text)) withPastBreaches(reading)
  },
  versus: ({ reading }) => Object.assign(reading, { compares: true }),
  it: takeIt,
  most: ({ reading }) => Object.assign(reading, { asks_most: true }),
  they: ({ reading }) => Object.assign(reading, { refers: reading.refers ?? 'they' }),
  which: ({ reading }, _, place) => place === 0 && Object.assign(reading, { asks_which: true }),
  who: ({ reading, items }, _, place) => {
    if (place > 1) return
    reading.asks_who = true
    if (items.some(({ is }) => is === 'most' || is === 'noun')) reading.group_by ??= 'assigned_to'
    else reading.aspect ??= 'people'
  },
  how: ({ reading }, _, place) =>
    place <= 1 && !reading.asks_who && Object.assign(reading, { is_how_to: true }),
  help: ({ reading, items }) =>
    Object.assign(reading, { is_help: items.every(({ is }) => is === 'help' || is === 'filler') }),
}
