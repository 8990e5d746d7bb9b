import type { Item } from './items.ts'
import type { Parser } from './parser.ts'

const describing = new Set<Item['is']>(['filler', 'value', 'state', 'priority', 'grade', 'time', 'number'])
const excluding = /^(?:except|excluding|other than|apart|but$)/i

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
  Object.assign(parser, { lacks: is === 'without', negation: 'fresh', excludes: excluding.test(text) })
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
