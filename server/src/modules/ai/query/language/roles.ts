import type { Item, ItemOf } from './items.ts'
import type { Parser } from './parser.ts'

/** After "assigned to", these name nobody. */
const nameless = new Set<Item['is'] | undefined>([undefined, 'they', 'it', 'time', 'place'])
/** "who is it assigned to", "assigned to each person" */
const asking = new Set<Item['is']>(['who', 'which', 'per', 'field'])

/** A person or a group follows; without one, the words have no meaning. */
export function takeRole(parser: Parser, item: ItemOf<'role'>, place: number): void {
  const next = parser.items.slice(place + 1).find((each) => each.is !== 'filler' || isAnyone(each))
  const isUnknown = isAnyone(next) ? item.field === 'approved_by' : nameless.has(next?.is)
  if (isUnknown && !parser.items.some(({ is }) => asking.has(is))) return parser.unused(item)
  parser.reading.weight++
  parser.expected = item.field
}

const isAnyone = (item: Item | undefined) => /^(?:any|some)(?:one|body)$/i.test(item?.text ?? '')

/** "assigned to somebody" */
export function takeAnyone(parser: Parser, item: Item, place: number): void {
  const { expected, items } = parser
  if (!isAnyone(item) || items[place - 1]?.is !== 'role' || !expected) return
  parser.negation = parser.negation === 'none' ? 'fresh' : 'none'
  parser.value(item, expected, [])
  const next = items[place + 1]
  if (next && /^else$/i.test(next.text)) parser.unused(next)
}
