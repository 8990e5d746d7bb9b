import type { AiUsage } from '../api/schema.d.ts'

/** Sums all endpoints and models for each day of the range. */
export function answersByDay({ data }: AiUsage, dates: readonly string[]) {
  const byDay = dates.map((date) => {
    const rows = data.filter(({ day }) => day === date)
    return {
      date,
      calls: rows.reduce((sum, { calls }) => sum + calls, 0),
      tokens: rows.reduce((sum, { tokens_used }) => sum + tokens_used, 0),
    }
  })
  return {
    byDay,
    calls: byDay.reduce((sum, { calls }) => sum + calls, 0),
    tokens: byDay.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}
