/** A spreadsheet would run text that starts like this as a formula; numbers may be negative. */
const formula = /^(?!-?[\d.]+$)[=+\-@\t\r]/

const cell = (value: string) => {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180. */
export const toCsv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
