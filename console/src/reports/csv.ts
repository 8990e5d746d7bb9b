/** The guards of the service's exports: text that starts like this is run as a formula; numbers may be negative. */
const formula = /^(?!-?[\d.]+$)[=+\-@\t\r\n＝＋－＠]/

/** Where the list separator is a semicolon or a tab, spreadsheets split text at those, whether it is quoted or not. */
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t])"*)/g
const dangerousFormula = /(?<!\])\(|\||!\S/

const withoutFormulas = (text: string): string =>
  text
    .replace(formula, `'$&`)
    .replaceAll(/.+/g, (line) => (dangerousFormula.test(line) ? line.replaceAll(innerFormula, `'`) : line))

const cell = (value: string) => {
  const safe = withoutFormulas(value)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180. */
export const toCsv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
