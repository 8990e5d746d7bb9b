/** As /ai/usage tells it. */
export interface Usage {
  data: { day: string; calls: number; tokens_used: number }[]
  budget: { daily_tokens: number | null; used_today: number }
}

/** All endpoints and models together, every day of the range. */
export function answersByDay({ data }: Usage, dates: readonly string[]) {
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
