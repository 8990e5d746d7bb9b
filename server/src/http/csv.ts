/** A spreadsheet would run text that starts like this as a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Where the list separator is a semicolon or a tab, spreadsheets split our text at those and at line breaks, whether it
 * is quoted or not.
 */
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t])"*)/g

/** Calls, programs and other files. Lines without them, such as those of most Markdown lists, stay as they are. */
const dangerousFormula = /(?<!\])\(|\||!\S/

/** RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe, which spreadsheets do not show. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = textOf(value)
  const safe = withoutFormulas(text)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const withoutFormulas = (text: string): string =>
  text
    .replace(formula, `'$&`)
    .replaceAll(/.+/g, (line) => (dangerousFormula.test(line) ? line.replaceAll(innerFormula, `'`) : line))

/** Lists of words are joined; anything deeper is JSON. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  const isFlat = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isFlat ? value.join('; ') : JSON.stringify(value)
}
