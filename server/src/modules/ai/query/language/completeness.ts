import { saysCondition, type Reading } from './reading.ts'

/** "mean time to resolve by group" */
const isMeasured = ({ measure, asks_who, unused }: Reading) =>
  measure !== undefined && !asks_who && unused.length === 0

/** The words decide the meaning completely, so that no example is needed. */
export const saysAll = (reading: Reading): boolean =>
  (isComplete(reading) || isMeasured(reading)) &&
  !reading.is_one &&
  !(reading.record ?? reading.aspect) &&
  reading.cis.length === 0 &&
  reading.conditions.every((each) => !('is_guess' in each))

/** Every word is understood, and there is a kind of record or a state. */
export const isComplete = (reading: Reading): boolean =>
  ((reading.noun !== undefined && !reading.is_weak_noun) || saysCondition(reading, 'open')) &&
  !reading.asks_who &&
  (!reading.asks_most || reading.group_by !== undefined) &&
  reading.unused.length === 0

/** Whether it is about records. A weak noun such as "problem" alone is not enough. */
export function isLive(reading: Reading): boolean {
  const { conditions, times, unused, weight, noun, is_weak_noun, intent, measure, sort, group_by } = reading
  const filters = conditions.filter(({ field }) => field !== 'text').length + times.length
  if (unused.length > weight || (reading.asks_who && !noun)) return false
  if (!noun && unused.length > 0 && unused.length >= weight) return false
  if (intent === 'changes_on') return true
  if (noun && !is_weak_noun) return true
  const isAsked =
    measure !== undefined ||
    (group_by !== undefined && unused.length === 0) ||
    (sort !== undefined && unused.length === 0)
  return filters > 0 || isAsked || (noun !== undefined && intent !== undefined)
}
