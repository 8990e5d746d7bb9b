import type { Gatherer, ItemContext } from './gatherer.ts'
import { range, type Item } from './items.ts'

/** Words that say nothing by themselves, but change what stands around them. */
export function takeSmall(gathered: Gatherer, item: Item, { items, place, has_noun }: ItemContext): void {
  const { reading } = gathered
  switch (item.is) {
    case 'not':
    case 'without':
      gathered.lacks = item.is === 'without'
      gathered.negation = 'fresh'
      reading.joins ||= place === 0
      return
    case 'about':
      gathered.lead = 'about'
      return
    case 'place':
      gathered.lead = 'place'
      if (gathered.negation === 'used') gathered.negation = 'none'
      reading.joins ||= place === 0
      return
    case 'link':
      reading.joins ||= place === 0 || /^(only|just)$/i.test(item.text)
      if (/^or$/i.test(item.text)) gathered.alternative()
      return
    case 'also':
      reading.adds = true
      return
    case 'everything':
      reading.wants_all = true
      return
    case 'versus':
      reading.compares = true
      return
    case 'worse':
    case 'better':
      return widen(gathered, item.is)
    case 'it':
      if (!has_noun || item.text.includes(' ')) reading.refers ??= 'it'
      return
    case 'they':
      reading.refers = 'they'
      return
    case 'which':
      reading.asks_which ||= place === 0
      return
    case 'who':
      if (place > 1) return
      reading.asks_who = true
      if (items.some(({ is }) => is === 'most' || is === 'noun')) reading.group_by ??= 'assigned_to'
      else reading.aspect ??= 'people'
      return
    case 'how':
      reading.is_how_to ||= place <= 1
      return
    case 'help':
      reading.is_help = items.every(({ is }) => is === 'help' || is === 'filler')
      return
    default:
      return
  }
}

/** "P2 or worse" is P1 and P2. */
function widen({ reading }: Gatherer, direction: 'worse' | 'better'): void {
  const priority = reading.conditions.find(({ field }) => field === 'priority')
  if (!priority || !('values' in priority)) return
  const levels = priority.values.map((value) => Number(value.slice(1)))
  priority.values = direction === 'worse' ? range(1, Math.max(...levels)) : range(Math.min(...levels), 4)
}
