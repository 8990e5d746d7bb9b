/** How values read as text. Nothing here does more work than the room that is left for its result. */

export type Scalar = string | number | boolean

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Missing and null are empty, an object or a list is compact JSON. At most `room` characters. */
export function asText(value: unknown, room: number): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.slice(0, room)
  return isScalar(value) ? String(value) : asJson(value, room)
}

/** What JSON.stringify gives, as far as there is room. */
export function asJson(value: unknown, room: number): string {
  const parts: string[] = []
  let left = room
  const write = (part: string) => {
    parts.push(part)
    left -= part.length
  }
  const writeValue = (value: unknown): void => {
    if (typeof value === 'string') write(JSON.stringify(value.slice(0, Math.max(left, 0))))
    else if (Array.isArray(value)) writeAll('[', value, writeValue, ']')
    else if (typeof value === 'object' && value !== null)
      writeAll('{', Object.keys(value), (key) => writeField(value as Record<string, unknown>, key), '}')
    else write(String(value))
  }
  const writeField = (object: Record<string, unknown>, key: string) => {
    write(`${JSON.stringify(key)}:`)
    writeValue(object[key])
  }
  const writeAll = <T>(open: string, items: T[], writeItem: (item: T) => void, close: string) => {
    write(open)
    for (const [i, item] of items.entries()) {
      if (left <= 0) return
      if (i > 0) write(',')
      writeItem(item)
    }
    write(close)
  }
  writeValue(value)
  return parts.join('').slice(0, room)
}

export function joinTexts(values: unknown[], separator: string, room: number): string {
  let text = ''
  for (const [i, value] of values.entries()) {
    if (text.length >= room) break
    text += (i > 0 ? separator : '') + asText(value, room)
  }
  return text.slice(0, room)
}

/** More pieces than fit into the room are not even looked for. */
export function replaceAll(text: string, search: string, replacement: string, room: number): string {
  const most = Math.ceil(room / Math.max(1, replacement.length)) + 1
  return text.split(search, most).join(replacement).slice(0, room)
}

/** At most `max` characters as a person counts them, the last of them an ellipsis when something was cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const points = Array.from(text.slice(0, 2 * max + 2))
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`
}
