/** How values read as text. */

export type Scalar = string | number | boolean

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** How many characters a rendering may still handle, in one text and in all of them together. */
export interface Work {
  readonly each: number
  left: number
}

/** Whatever the long texts have used up, a short one is still read. */
const leastRoom = 256
const roomIn = (work: Work) => Math.min(work.each, Math.max(work.left, leastRoom))

/** Counts a text as handled. Even an empty one is work. */
function charge(work: Work, text: string): string {
  work.left -= text.length + 1
  return text
}

/** Missing and null are empty, an object or a list is compact JSON. At most `most` characters are wanted. */
export function asText(value: unknown, work: Work, most = Infinity): string {
  if (value === undefined || value === null) return charge(work, '')
  const room = Math.min(most, roomIn(work))
  return isScalar(value) ? charge(work, String(value).slice(0, room)) : asJson(value, work, room)
}

/** What JSON.stringify gives, as far as there is room. */
export function asJson(value: unknown, work: Work, room = roomIn(work)): string {
  if (work.left <= 0) return ''
  const writer = new JsonWriter(room)
  writer.write(value)
  return charge(work, writer.text.slice(0, room))
}

class JsonWriter {
  text = ''
  readonly #room: number

  constructor(room: number) {
    this.#room = room
  }

  write(value: unknown): void {
    const left = this.#room - this.text.length
    if (left <= 0) return
    if (typeof value === 'string') this.text += JSON.stringify(value.slice(0, left))
    else if (Array.isArray(value)) this.#writeList(value)
    else if (typeof value === 'object' && value !== null) this.#writeObject(value as Record<string, unknown>)
    else this.text += String(value)
  }

  #writeList(values: unknown[]): void {
    this.text += '['
    for (const [i, value] of values.entries()) {
      if (this.text.length >= this.#room) return
      if (i > 0) this.text += ','
      this.write(value)
    }
    this.text += ']'
  }

  #writeObject(object: Record<string, unknown>): void {
    this.text += '{'
    for (const [i, key] of Object.keys(object).entries()) {
      if (this.text.length >= this.#room) return
      this.text += `${i > 0 ? ',' : ''}${JSON.stringify(key)}:`
      this.write(object[key])
    }
    this.text += '}'
  }
}

export function joinTexts(values: unknown[], separator: string, work: Work): string {
  let text = ''
  for (const [i, value] of values.entries()) {
    if (text.length >= work.each || work.left <= 0) break
    text += (i > 0 ? charge(work, separator) : '') + asText(value, work)
  }
  return text.slice(0, work.each)
}

/** Pieces for which there is no room any more are not even looked for. */
export function replaceAll(text: string, search: string, replacement: string, work: Work): string {
  const most = Math.ceil(work.each / Math.max(1, replacement.length)) + 1
  return text.split(search, most).join(replacement).slice(0, work.each)
}

/** At most `max` characters as a person counts them, the last of them an ellipsis when something was cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const points = Array.from(text.slice(0, 2 * max + 2))
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
