const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** RFC 4180. */
export const toCsv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
