import { Gatherer, type Asker, type ItemContext } from './gatherer.ts'
import type { Item } from './items.ts'
import type { GroupField, Sort, ValueField } from './meaning.ts'
import { addValues, type Reading } from './reading.ts'
import { gradeOf, nounOf, stateOf } from './senses.ts'
import { takeSmall } from './small-words.ts'
import { attachTimes, type Moment } from './time-fields.ts'
import { takeName, takeWord } from './unknown-words.ts'

/** Later, "find" and "show" are words like others. */
const latestAsk = 2

/** Goes through the items of a question once and gathers what they say. */
export function compose(items: Item[], asker: Asker): Reading {
  const { noun, ...kind } = nounOf(items)
  const gathered = new Gatherer(noun ?? 'incident')
  Object.assign(gathered.reading, { ...(noun && { noun }), ...kind })
  const moments: Moment[] = []
  for (const [place, item] of items.entries())
    take(gathered, item, { items, place, asker, moments, has_noun: noun !== undefined })
  gathered.endText()
  gathered.settle()
  const times = items.flatMap((item, place) => (item.is === 'time' ? [{ span: item.span, place }] : []))
  gathered.reading.time_names = items.flatMap((item) =>
    item.is === 'time' ? [{ label: item.text, span: item.span }] : [],
  )
  gathered.reading.cis =
    items
      .flatMap((item) => (item.is === 'name' && item.cis ? [item.cis] : []))
      .toSorted((a, b) => a.length - b.length)[0] ?? []
  attachTimes(gathered.reading, times, moments, gathered.noun, asker.now)
  return gathered.reading
}

function take(gathered: Gatherer, item: Item, at: ItemContext): void {
  const { reading } = gathered
  if (gathered.isText(item)) return gathered.addText(item)
  if (!['word', 'filler', 'link'].includes(item.is)) gathered.endText()
  switch (item.is) {
    case 'noun':
      return takeNoun(gathered, item, at)
    case 'ask':
      // "... are there?" may come last.
      if (at.place > latestAsk) return item.text.includes(' ') ? undefined : takeWord(gathered, item, at)
      reading.intent ??= item.intent
      return meant(gathered)
    case 'measure':
      reading.measure = item.measure
      return meant(gathered, 2)
    case 'sort':
      return takeSort(gathered, item.sort, at)
    case 'event':
      at.moments.push({ place: at.place, field: item.field })
      return meant(gathered)
    case 'time':
      return meant(gathered)
    case 'aspect':
      reading.aspect ??= item.aspect
      return meant(gathered)
    case 'record':
      reading.record ??= item.record
      return meant(gathered, 2)
    case 'role':
      reading.weight++
      gathered.expected = item.field
      return
    case 'field':
      return takeField(gathered, item, item.field, at)
    case 'number':
      return takeNumber(gathered, item, item.n, at)
    case 'name':
      return takeName(gathered, item, at)
    case 'quoted':
    case 'word':
      return takeWord(gathered, item, at)
    default:
      return takeValue(gathered, item, at)
  }
}

function meant(gathered: Gatherer, weight = 1): void {
  gathered.reading.weight += weight
  gathered.settle()
}

/** What comes next is still to come. */
function takeSort(gathered: Gatherer, sort: Sort, { asker }: ItemContext): void {
  const { reading } = gathered
  reading.sort =
    sort.by === 'planned_start' && gathered.noun !== 'change' ? { by: 'created_at', order: 'asc' } : sort
  if (sort.by === 'sla_breach_at') addValues(reading.conditions, 'condition', ['open'])
  if (reading.sort.by === 'planned_start') reading.times.push({ field: 'window', span: { from: asker.now } })
  meant(gathered)
}

function takeNoun(
  gathered: Gatherer,
  item: Extract<Item, { is: 'noun' }>,
  { items, place }: ItemContext,
): void {
  const isPer = items[lastMeant(items, place)]?.is === 'per'
  if (item.noun === 'ci' && isPer) gathered.reading.group_by = 'ci_id'
  else if (item.noun === 'ci' && gathered.lacks) return gathered.value(item, 'ci_id', [])
  else if (item.noun !== gathered.noun) gathered.unused(item)
  meant(gathered)
}

/** Words that say what a field is. */
function takeValue(gathered: Gatherer, item: Item, at: ItemContext): void {
  const { email, names } = at.asker
  switch (item.is) {
    case 'condition': {
      if (item.values[0] === 'breached' || item.values[0] === 'at_risk')
        at.moments.push({ place: at.place, field: 'sla_breach_at' })
      const values = item.values.map((value) => (value === 'me' ? email : value))
      if (item.is_negated) gathered.negation = gathered.negation === 'none' ? 'fresh' : 'none'
      return gathered.value(item, item.field, values)
    }
    case 'priority':
      return gathered.value(item, 'priority', item.values)
    case 'grade':
      return gathered.value(item, ...gradeOf(item.grade, gathered.noun, gathered.expected))
    case 'state':
      return takeState(gathered, item, item.state, at)
    case 'groups':
      return gathered.value(item, 'assignment_group', item.groups)
    case 'my_team':
      return names.my_groups.length > 0
        ? gathered.value(item, 'assignment_group', names.my_groups)
        : gathered.problem('You are in no group, so I do not know which team is yours')
    case 'email':
      return gathered.value(item, personField(gathered), [item.email])
    case 'mine':
      // What somebody has asked for is theirs, whoever works on it.
      return gathered.value(item, gathered.noun === 'request' ? 'opened_by' : 'assigned_to', [email])
    case 'me':
      return gathered.lead === 'place' || gathered.expected
        ? gathered.value(item, personField(gathered), [email])
        : undefined
    default:
      return takeSmall(gathered, item, at)
  }
}

const personField = ({ expected }: Gatherer): 'assigned_to' | 'opened_by' =>
  expected === 'opened_by' ? 'opened_by' : 'assigned_to'

function takeState(
  gathered: Gatherer,
  item: Item,
  named: string,
  { place, moments, has_noun }: ItemContext,
): void {
  const state = stateOf(named, gathered.noun)
  if (state === undefined) return has_noun ? gathered.addText(item) : gathered.unused(item)
  if (gathered.negation === 'none') moments.push({ place, state })
  gathered.value(item, 'state', [state])
}

/** A label of the value that follows, what is grouped by, or what is lacking. */
function takeField(gathered: Gatherer, item: Item, field: GroupField, { items, place }: ItemContext): void {
  const { reading } = gathered
  reading.weight++
  if (gathered.lacks && !isPeriod(field)) return gathered.value(item, field as ValueField, [])
  if (['per', 'most', 'which'].includes(items[lastMeant(items, place)]?.is ?? '')) {
    reading.group_by = field
    return
  }
  if (!isPeriod(field)) gathered.expect(item, field as ValueField)
  if (field === 'state' || field === 'priority') reading.aspect ??= 'state'
  if (field === 'assignment_group' || field === 'assigned_to') reading.aspect ??= 'people'
}

const isPeriod = (field: GroupField) => field === 'day' || field === 'week' || field === 'month'

/** The place of the last item that says something. */
function lastMeant(items: Item[], place: number): number {
  let before = place - 1
  while (before >= 0 && (items[before]!.is === 'filler' || items[before]!.is === 'number')) before--
  return before
}

/** "top 5", "5 oldest", "5 incidents": so many. */
function takeNumber(gathered: Gatherer, item: Item, n: number, { items, place }: ItemContext): void {
  const [before, after] = [items[place - 1]?.is ?? '', items[place + 1]?.is ?? '']
  const isLimit = ['sort', 'most'].includes(before) || ['sort', 'noun'].includes(after)
  if (isLimit && n > 0) gathered.reading.limit = n
  else gathered.unused(item)
}
