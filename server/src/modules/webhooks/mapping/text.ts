export type Scalar = string | number | boolean

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** How many characters a rendering may process, in one text and in total. */
export interface WorkBudget {
  readonly each: number
  left: number
}

/** A short text is read even when long ones have used up the budget. */
const minRoom = 256
const roomIn = (work: WorkBudget) => Math.min(work.each, Math.max(work.left, minRoom))

/** Even an empty text counts. */
function charge(work: WorkBudget, text: string): string {
  work.left -= text.length + 1
  return text
}

/** Missing and null are empty; an object or a list is compact JSON. */
export function asText(value: unknown, work: WorkBudget, max = Infinity): string {
  if (value === undefined || value === null) return charge(work, '')
  const room = Math.min(max, roomIn(work))
  return isScalar(value) ? charge(work, String(value).slice(0, room)) : asJson(value, work, room)
}

/** The start of the output of JSON.stringify, within the budget. */
export function asJson(value: unknown, work: WorkBudget, room = roomIn(work)): string {
  if (work.left <= 0) return ''
  let text = ''
  const write = (value: unknown): void => {
    const left = room - text.length
    if (left <= 0) return
    if (typeof value === 'string') text += JSON.stringify(value.slice(0, left))
    else if (typeof value !== 'object' || value === null) text += String(value)
    else writeEntries(value, Array.isArray(value))
  }
  const writeEntries = (parent: object, isList: boolean): void => {
    text += isList ? '[' : '{'
    for (const [i, [key, value]] of Object.entries(parent).entries()) {
      if (text.length >= room) return
      if (i > 0) text += ','
      if (!isList) text += `${JSON.stringify(key)}:`
      write(value)
    }
    text += isList ? ']' : '}'
  }
  write(value)
  return charge(work, text.slice(0, room))
}

export function joinTexts(values: unknown[], separator: string, work: WorkBudget): string {
  let text = ''
  for (const [i, value] of values.entries()) {
    if (text.length >= work.each || work.left <= 0) break
    text += (i > 0 ? charge(work, separator) : '') + asText(value, work)
  }
  return text.slice(0, work.each)
}

/** Stops where the budget ends. */
export function replaceAll(text: string, search: string, replacement: string, work: WorkBudget): string {
  const maxPieces = Math.ceil(work.each / Math.max(1, replacement.length)) + 1
  return text.split(search, maxPieces).join(replacement).slice(0, work.each)
}

/** At most `max` characters, the last one an ellipsis when the text was longer. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  let cut = 0
  for (let [at, points] = [0, 0]; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) {
    if (points === max) return `${text.slice(0, cut)}…`
    if (++points === max) cut = at
  }
  return text
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
