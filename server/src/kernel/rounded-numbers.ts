/** Whether JavaScript stores a JSON number as it is written; fractions are rounded everywhere. */
export function isStoredExactly(literal: string): boolean {
  const number = Number(literal)
  return Number.isFinite(number) && (/[.eE]/.test(literal) || Number.isSafeInteger(number))
}

/**
 * Like JSON.parse, but whole numbers that it would round, and those beyond all bounds, stay the text that was sent: two
 * 64-bit IDs must not become the same.
 */
export function parseKeepingDigits(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!/\d{16}|[eE]\+?\d{3}/.test(text)) return value
  // Only text that JSON.parse has accepted: a quote that is not closed would take quadratic time.
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[-+.eE0-9]*/g
  return JSON.parse(
    text.replace(tokens, (token) => (token[0] === '"' || isStoredExactly(token) ? token : `"${token}"`)),
  )
}
