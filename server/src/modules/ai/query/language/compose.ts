import { Gatherer } from './gatherer.ts'
import type { Item, ItemOf } from './items.ts'
import type { CiName } from './names.ts'
import { parts, saysCondition, type Asker, type Reading } from './reading.ts'
import { gradeOf, stateOf } from './senses.ts'
import { withVerbs, isPlainWord, negate, takeField, takeIt, takeNoun, takeNumber } from './take-parts.ts'
import { saysNone, takeSort, takeValue } from './take-parts.ts'
import { attachTimes, withPastBreaches } from './time-fields.ts'
import { isOpener, takeName, takeWord } from './unknown-words.ts'

/** Builds the reading of a question in one pass over its items. */
export function compose(words: Item[], asker: Asker): Reading {
  const items = withVerbs(words)
  const gathered = new Gatherer(items, asker)
  const { reading } = gathered
  for (const [place, item] of items.entries()) take(gathered, item, place)
  gathered.endText()
  gathered.settle()
  const named = items.flatMap((item) => (item.is === 'name' && item.cis ? [{ ...item, cis: item.cis }] : []))
  const rank = ({ cis }: { cis: CiName[] }) => (cis[0]!.is_part ? cis.length : 0)
  const [exact] = named.toSorted((a, b) => rank(a) - rank(b))
  if (exact) Object.assign(reading, { cis: exact.cis, ci_text: exact.text })
  attachTimes(gathered)
  if (reading.measure === 'share' && saysSla(reading)) reading.measure = 'sla'
  return reading
}

const saysSla = (reading: Reading) =>
  reading.aspect === 'sla' || saysCondition(reading, 'breached', 'overdue', 'at_risk')

type Taker<I> = (gathered: Gatherer, item: I, place: number) => void

function take(gathered: Gatherer, item: Item, place: number): void {
  if (gathered.isText(item)) return gathered.addText(item, false)
  if (!['word', 'filler', 'link'].includes(item.is) && !isPlainWord(gathered, item)) gathered.endText()
  const { reading } = gathered
  const before = { ...reading }
  ;(takers[item.is] as Taker<Item> | undefined)?.(gathered, item, place)
  for (const part of parts.filter((each) => reading[each] !== before[each])) {
    const earlier = reading.said.findIndex((each) => each.part === part)
    if (earlier >= 0) reading.unused.push(reading.said.splice(earlier, 1)[0]!.text)
    reading.said.push({ text: item.text, part })
  }
  if (item.is === 'time') reading.said.push({ text: item.text, part: 'time' })
}

/** After the first words, "find" and "show" are ordinary words. */
const latestAsk = 2

const takers: { [K in Item['is']]?: Taker<ItemOf<K>> } = {
  noun: takeNoun,
  // "... are there?" may come last.
  ask: (gathered, item, place) => {
    const before = gathered.items.slice(0, place).filter(({ is }) => is !== 'filler').length
    // "the phone number of erik" is not a count.
    if (/^number of$/i.test(item.text) && gathered.items[place - 1]?.is === 'word')
      return takeWord(gathered, item, place)
    if (before <= latestAsk) return gathered.read({ intent: gathered.reading.intent ?? item.intent })
    if (!item.text.includes(' ')) takeWord(gathered, item, place)
  },
  // Only incidents have a time to resolve.
  measure: (gathered, item) =>
    gathered.noun === 'incident' ? gathered.read({ measure: item.measure }, 2) : gathered.unused(item),
  sort: takeSort,
  event: (gathered, { field }, place) => {
    if (field === 'updated_at') gathered.negation = 'none'
    gathered.moments.push({ place, field })
    gathered.read({})
  },
  time: (gathered) => gathered.read({}),
  aspect: (gathered, { aspect, text }) => {
    const isMost = /^who /i.test(text) && gathered.items.some(({ is }) => is === 'most')
    if (isMost) gathered.read({ group_by: aspect === 'all' ? 'opened_by' : 'assigned_to' })
    else gathered.read({ aspect: gathered.reading.aspect ?? aspect })
  },
  record: (gathered, { record }) => gathered.read({ record: gathered.reading.record ?? record }, 2),
  role: (gathered, { field }) => {
    gathered.reading.weight++
    gathered.expected = field
  },
  field: (gathered, item, place) => takeField(gathered, item, item.field, place),
  number: takeNumber,
  name: takeName,
  quoted: takeWord,
  word: takeWord,
  value: takeValue,
  priority: (gathered, item) => gathered.value(item, 'priority', item.values),
  amount: (gathered, item, place) => {
    if (item.field === 'duration') gathered.moments.push({ place, field: 'resolved_at' })
    gathered.value(item, item.field, [item.comparison, String(item.n)], [item.text.toLowerCase()])
  },
  grade: (gathered, item) => gathered.value(item, ...gradeOf(item.grade, gathered.noun, gathered.expected)),
  state: (gathered, item, place) => {
    const state = stateOf(item.state, gathered.noun)
    // "new requests this week" were created this week.
    if (state === undefined && item.state === 'new')
      return takers.event!(gathered, { ...item, is: 'event', field: 'created_at' }, place)
    if (state === undefined) return gathered.addText(item)
    if (gathered.negation === 'none') gathered.moments.push({ place, state })
    gathered.value(item, 'state', [state])
    if (/^i$/i.test(gathered.items[place - 1]?.text ?? ''))
      gathered.value(item, 'assigned_to', [gathered.asker.email])
  },
  groups: (gathered, item) => gathered.value(item, 'assignment_group', item.groups),
  my_team: (gathered, item) => {
    const { my_groups } = gathered.asker.names
    if (my_groups.length > 0) gathered.value(item, 'assignment_group', my_groups)
    else gathered.problem('You are in no group, so I do not know which team is yours')
  },
  email: (gathered, item, place) =>
    gathered.value(item, isOpener(gathered, place) ? 'opened_by' : gathered.person_field, [item.email]),
  mine: (gathered, item) => gathered.value(item, gathered.person_field, [gathered.asker.email]),
  me: (gathered, item) => {
    if (gathered.lead === 'place' || gathered.expected)
      gathered.value(item, gathered.person_field, [gathered.asker.email])
  },
  not: (gathered, _, place) => negate(gathered, false, place),
  without: (gathered, _, place) =>
    saysNone(gathered, place) ? gathered.read({ measure: 'none' }) : negate(gathered, true, place),
  about: (gathered) => Object.assign(gathered, { lead: 'about' }),
  place: (gathered, { text }, place) => {
    gathered.lead = 'place'
    gathered.is_from = /^from$/i.test(text)
    if (place === 0) gathered.reading.joins = true
  },
  link: (gathered, { text }, place) => {
    if (place === 0 || /^(only|just)$/i.test(text)) gathered.reading.joins = true
    if (/^or$/i.test(text)) gathered.alternative()
  },
  also: ({ reading }) => Object.assign(reading, { adds: true }),
  everything: ({ reading }, { text }) => {
    reading.wants_all = true
    if (/closed/i.test(text)) withPastBreaches(reading)
  },
  versus: ({ reading }) => Object.assign(reading, { compares: true }),
  it: takeIt,
  most: ({ reading }) => Object.assign(reading, { asks_most: true }),
  they: ({ reading }) => Object.assign(reading, { refers: 'they' }),
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
