import { decodeEntities } from './text.ts'
import type { Row } from './record.ts'

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy
const displayed = /\sdisplay_value\s*=\s*(?:"([^"]*)"|'([^']*)')/

/**
 * The rows of a table in XML, as ServiceNow exports it: an element for each row, with an element for each field. Nothing
 * else of XML is needed, and document types, which can grow without bound, are refused.
 */
export function rowsOfXml(xml: string): Row[] {
  const rows: Row[] = []
  const path: string[] = []
  let row: Row = {}
  let value = ''
  let shown: string | undefined
  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const start = token.lastIndex
    const match = token.exec(xml)
    if (!match) throw new Error(`This is not the XML of a table, near character ${start}`)
    const [, cdata, closes, name, attributes = '', isEmpty, characters] = match
    if (cdata !== undefined) value += cdata
    else if (characters !== undefined) value += decodeEntities(characters)
    else if (name === undefined) continue
    else if (closes) {
      if (path.pop() !== name)
        throw new Error(`</${name}> does not close what is open, near character ${start}`)
      if (path.length === 1) rows.push(row)
      else if (path.length === 2) row[name] = shown === undefined ? value : { value, display_value: shown }
    } else {
      path.push(name)
      const [, double, single] = displayed.exec(attributes) ?? []
      const given = double ?? single
      if (path.length === 2) row = {}
      if (path.length === 3) [value, shown] = ['', given === undefined ? undefined : decodeEntities(given)]
      if (isEmpty) {
        path.pop()
        if (path.length === 2) row[name] = shown === undefined ? '' : { value: '', display_value: shown }
      }
    }
  }
  if (path.length > 0) throw new Error(`The file ends inside <${path.at(-1)}>`)
  return rows
}
