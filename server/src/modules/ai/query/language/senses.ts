import type { Item } from './items.ts'
import { nouns, type Noun, type ValueField } from './meaning.ts'
import { schemas } from './schema.ts'
import type { Grade } from './vocabulary.ts'

/** Nouns that often do not mean a record. */
const weak = /^(problems?|issues?|cases?|orders?|alerts?|alarms?|systems?|machines?|hosts?)$/i
export const isWeak = (text: string): boolean => weak.test(text)

/** The kind of record of a question: its noun, or the only kind that its other words fit. */
export function nounOf(items: Item[]): { noun?: Noun; is_weak_noun?: boolean; is_one?: boolean } {
  const candidates = items.filter(
    (item, place) => item.is === 'noun' && !['about', 'per'].includes(items[place - 1]?.is ?? ''),
  )
  const all = candidates.filter(({ text }) => !weak.test(text))
  // "which CIs had incidents" and "CIs by number of incidents" count incidents.
  const isCounted =
    all[0] &&
    all.length > 1 &&
    (items[items.indexOf(all[0]) - 1]?.is === 'which' || items.some(({ text }) => /^number of$/i.test(text)))
  const strong =
    (isCounted && all.find((item) => item.is === 'noun' && item.noun !== 'ci')) || (all[0] ?? candidates[0])
  if (strong?.is === 'noun')
    return { noun: strong.noun, is_weak_noun: weak.test(strong.text), is_one: !/s$/i.test(strong.text) }
  for (const item of items) {
    const telling = item.is === 'state' && nouns.find((noun) => schemas[noun].states.includes(item.state))
    if (telling && telling !== 'incident') return { noun: telling }
    if (item.is === 'event' && item.field === 'window') return { noun: 'change' }
    if (item.is === 'value' && item.field === 'risk') return { noun: 'change' }
    if (item.is === 'field' && item.field === 'item') return { noun: 'request' }
    if (item.is === 'name' && item.class !== undefined && isPlural(item.text, item.class))
      return { noun: 'ci', is_one: false }
  }
  return {}
}

/** "network" may be a category; "servers" are things. */
export const isPlural = (typed: string, itsClass: string) => typed.length > itsClass.length

const priorities: Record<Grade, string> = { critical: 'P1', high: 'P2', medium: 'P3', low: 'P4' }

/** "critical" is the first priority of an incident, and the criticality of a server. */
export const gradeOf = (
  grade: Grade,
  noun: Noun | undefined,
  wanted: ValueField | undefined,
): [ValueField, string[]] =>
  noun === 'ci'
    ? ['criticality', [grade]]
    : wanted === 'risk'
      ? ['risk', [grade === 'critical' ? 'high' : grade]]
      : ['priority', [priorities[grade]]]

/** The noun's own name of a state; undefined when it has no such state. */
export function stateOf(named: string, noun: Noun = 'incident'): string | undefined {
  const state = named === 'pending' ? (noun === 'incident' ? 'on_hold' : 'submitted') : named
  return schemas[noun].states.includes(state) ? state : undefined
}
