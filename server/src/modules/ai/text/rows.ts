/** Parses a text table: `head: item, item`; indented lines continue a row. */
export const rowsOf = (table: string, separator: string): { head: string[]; items: string[] }[] =>
  table
    .trim()
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .map((row) => {
      const [head = '', list = ''] = row.split(/: (.*)/)
      return { head: head.split(' '), items: list.split(separator).map((item) => item.trim()) }
    })
