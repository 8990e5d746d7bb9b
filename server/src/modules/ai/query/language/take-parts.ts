import type { Parser } from './parser.ts'
import type { Item, ItemOf } from './items.ts'
import { isPeriod, type GroupField, type ValueField } from './meaning.ts'
import { addValues } from './reading.ts'
import { hasField, isOfCi, relations } from './schema.ts'
import { isWeak } from './senses.ts'
import { isGroupOf, takeWord } from './unknown-words.ts'

/** In "file system incidents", the ambiguous one of two nouns is an ordinary word. */
export const isPlainWord = ({ noun }: Parser, item: Item) =>
  item.is === 'noun' && item.noun !== noun && isWeak(item.text)

/** "next" includes only planned and due records in the future. */
export function takeSort(parser: Parser, { sort, text }: ItemOf<'sort'>): void {
  const { reading, asker } = parser
  const isPlanned = sort.by === 'planned_start'
  if (sort.by === 'sla_breach_at') addValues(reading.conditions, 'condition', ['open'])
  if (isPlanned && parser.noun === 'change')
    reading.times.push({ field: 'window', span: { from: asker.now } })
  // "sorted by age" applies to all records, "the oldest" to one.
  if (/^(?:sort|order|by)|first$/i.test(text)) reading.is_one ??= false
  parser.read({ sort: isPlanned && parser.noun !== 'change' ? { by: 'created_at', order: 'asc' } : sort })
}

/** "linked to" of "not linked to any change"; but "the change" is one of them, and "a system error" is a text. */
function linkBefore(items: Item[], place: number): string | undefined {
  const before = items.slice(0, place).findLast(({ is, text }) => is !== 'filler' || /^the$/i.test(text))
  const isLink =
    before?.is === 'place' && /^(?:linked|attached|connected|related|caused|due)\b/i.test(before.text)
  return isLink && !/^(?:word|name)$/.test(items[place + 1]?.is ?? '') ? before.text : undefined
}

export function takeNoun(parser: Parser, item: ItemOf<'noun'>, place: number): void {
  // Of a problem, only its number in another system is known.
  if (/^problem /i.test(item.text))
    return parser.problem('There are no problem records here: ask for incidents')
  const field = relations[parser.noun]?.[item.noun]
  const link = linkBefore(parser.items, place)
  if (item.noun === 'ci' && isGroupOf(parser, place)) parser.reading.group_by = 'ci_id'
  else if (field && parser.lacks) return parser.value(item, field, [])
  else if (field && link)
    return takeValue(parser, { is: 'value', field, values: [], is_negated: true, text: item.text }, place)
  else if (item.noun === 'ci' && isOfCi(parser.noun, parser.reading.conditions.at(-1)?.field)) return
  else if (isPlainWord(parser, item)) return takeWord(parser, item, place)
  else if (link) parser.drop(`${link} ${item.text}`)
  else if (item.noun !== parser.noun) parser.unused(item)
  parser.read({})
}

/** The name of a field: a label of the next value, a grouping, or an empty field. */
export function takeField(parser: Parser, item: Item, field: GroupField, place: number): void {
  const { reading } = parser
  const isOfTime = isPeriod(field)
  if (!isOfTime && !hasField(parser.noun, field as ValueField)) return parser.unused(item)
  reading.weight++
  if (parser.lacks && !isOfTime) return parser.value(item, field as ValueField, [])
  const before = parser.kindBefore(place) ?? ''
  if (['per', 'most', 'which'].includes(before)) reading.group_by = field
  // "how many people work there" counts no records of the person "work".
  else if (before === 'ask' && reading.intent === 'count') parser.unused(item)
  else if (!isOfTime) {
    parser.expect(item, field)
    if (field === 'state' || field === 'priority') reading.aspect ??= 'state'
    if (field === 'assignment_group' || field === 'assigned_to') reading.aspect ??= 'people'
  } else reading.understood.push({ text: item.text, part: field })
}

/** A limit: "top 5", "5 oldest", "5 incidents". */
export function takeNumber(parser: Parser, item: ItemOf<'number'>, place: number): void {
  const [before, after] = [parser.items[place - 1]?.is ?? '', parser.items[place + 1]?.is ?? '']
  const isBound = /^(?:than|least|over|under|exactly)$/i.test(parser.items[place - 1]?.text ?? '')
  const isLimit = !isBound && (['sort', 'most'].includes(before) || ['sort', 'noun'].includes(after))
  if (isLimit && item.n > 0) parser.reading.limit = item.n
  else parser.unused(item)
}

/** "which tickets breach today" may not have done so yet, and what "breaches in the next hour" has not. */
function isToCome({ items, asker }: Parser, { text }: Item, place: number): boolean {
  const next = items[place + 1]
  if (next?.is !== 'time') return false
  const { from, to = asker.now } = next.span
  return (from !== undefined && from >= asker.now) || (/^breach$/i.test(text) && to > asker.now)
}

export function takeValue(parser: Parser, item: ItemOf<'value'>, place: number): void {
  if (item.values[0] === 'breached' || item.values[0] === 'at_risk')
    parser.moments.push({ place, field: 'sla_breach_at' })
  if (isToCome(parser, item, place)) return parser.read({})
  // "incidents on production systems", but "production incidents" may be about anything in production.
  if (isOfCi(parser.noun, item.field) && !parser.describesCi) return parser.addText(item)
  if (item.is_negated) parser.negation = parser.negation === 'none' ? 'fresh' : 'none'
  const values = item.values.map((value) => (value === 'me' ? parser.asker.email : value))
  parser.value(item, item.field, values)
}

/** In "the P2s that nobody has taken", "that" is not a reference. */
export function takeIt({ reading, items }: Parser, { text }: Item, place: number): void {
  const before = items[place - 1]?.is ?? ''
  if (/^that$/i.test(text) && /^(?:priority|noun|groups|name|state|value)$/.test(before)) return
  if (!reading.noun || / |there/i.test(text)) reading.refers ??= 'it'
}

const describing = new Set<Item['is']>(['filler', 'value', 'state', 'priority', 'grade', 'time', 'number'])
const denying = /^(?:not?|no longer|non|neither|nor|(?:have|has|with) no|without.*|lacking)$/i

/** A negation of a value, of a field, or of all records. */
export function takeNot(parser: Parser, { is, text }: Item, place: number): void {
  const { items, reading } = parser
  const before = items.slice(0, place)
  const isOfRecords = is === 'without' || /^(?:have|has|own)\b/i.test(items[place + 1]?.text ?? '')
  if (isOfRecords && precedesRecords(items, place)) {
    // "which teams have no open tickets", "who does not have incidents"
    if (before.some((each) => each.is === 'field' || each.is === 'who'))
      return parser.read({ measure: 'none' })
    if (asksWhether(parser, text, before)) return
  }
  Object.assign(parser, { lacks: is === 'without', negation: 'fresh', excludes: !denying.test(text) })
  if (place === 0) reading.joins = true
}

/** "are there no P1 incidents" and "no P1 incident?" ask whether there are any; "show no P4 tickets" excludes them. */
function asksWhether({ asker }: Parser, text: string, before: Item[]): boolean {
  const frame = [...before.map((each) => each.text), text].join(' ')
  const isBare = before.every(({ is }) => is === 'filler' || is === 'link')
  return existence.test(frame) || (/^no$/i.test(text) && isBare && asker.is_question === true)
}

const existence =
  /\b(?:(?:are|is|were|was) there|there (?:are|is|were|was)|have|has|had)(?: (?:currently|really|still|now))* no$/i

/** Records follow, and not an empty field: "no open P1 tickets", "are there no P1s". */
function precedesRecords(items: Item[], place: number): boolean {
  const [before, after] = [items.slice(0, place), items.slice(place + 1)]
  const next = after.find(({ is }) => !describing.has(is))
  const isAsked = before.some(({ is }) => is === 'ask') && after.some(({ is }) => is === 'priority')
  return (next ? next.is === 'noun' : isAsked) && !before.some(({ is }) => is === 'noun')
}

const quantifier = /^(?:all|(?:any|every)(?:one|body|thing)?|each)$/i

/** In "all but P4 incidents" and "any team but the service desk", "but" excludes. */
export function isExclusion(items: Item[], place: number): boolean {
  const first = items.slice(0, place).findLastIndex(({ text }) => quantifier.test(text))
  const between = items.slice(first + 1, place)
  const last = between.pop()
  const isNamed = !last || last.is === 'noun' || last.is === 'field'
  return first >= 0 && isNamed && between.every(({ is }) => describing.has(is))
}
