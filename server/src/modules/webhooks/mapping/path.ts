import { parseKeepingDigits } from '../../../kernel/rounded-numbers.ts'

/**
 * Paths into a payload: `alerts[0].labels["odd key"]`.
 *
 * A leading `$` or `payload` names the payload itself and may be omitted. It is only a name: where the payload
 * has a field `payload` of its own, as in PagerDuty's events, `$.payload.summary` or `payload.payload.summary`
 * reaches into it.
 */
export type Path = readonly string[]

const maxDepth = 16
const maxLength = 500

/** An error in a path or template that a user wrote. */
export class MappingError extends Error {
  constructor(message: string, position?: number) {
    super(position === undefined ? message : `${message} at character ${position + 1}`)
    this.name = 'MappingError'
  }
}

export function parsePath(text: string): Path {
  if (text.length > maxLength) throw new MappingError(`a path has at most ${maxLength} characters`)
  const trimmed = text.trim()
  const { value: path, end } = readPath(trimmed, 0)
  if (end < trimmed.length) throw new MappingError(`unexpected ${trimmed[end]}`, end)
  return path
}

/** A parsed part of a text, and where it ends. */
export interface ParseResult<T> {
  value: T
  end: number
}

/** The longest path that begins at `start`. */
export function readPath(text: string, start: number): ParseResult<Path> {
  const path: string[] = []
  let end = start
  for (;;) {
    const isKey = text[end] === '['
    const step = isKey ? readKey(text, end) : readName(text, end)
    const namesTheWhole = end === start && !isKey && (step.value === '$' || step.value === 'payload')
    if (!namesTheWhole) path.push(step.value)
    if (path.length > maxDepth) throw new MappingError(`a path has at most ${maxDepth} steps`, end)
    end = step.end
    if (text[end] === '.') end++
    else if (text[end] !== '[') break
  }
  if (end - start > maxLength) throw new MappingError(`a path has at most ${maxLength} characters`, start)
  return { value: path, end }
}

const isSpace = (char: string | undefined) => char !== undefined && char <= ' '
const endsName = (char: string) => isSpace(char) || '.[]{}|"\''.includes(char)
const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9'

export function skipSpaces(text: string, start: number): number {
  let end = start
  while (isSpace(text[end])) end++
  return end
}

function readName(text: string, start: number): ParseResult<string> {
  let end = start
  while (end < text.length && !endsName(text[end]!)) end++
  if (end === start) throw new MappingError('a field name is missing', start)
  return { value: text.slice(start, end), end }
}

/** `[0]`, `["odd key"]` or `['odd key']`. */
function readKey(text: string, start: number): ParseResult<string> {
  const inside = start + 1
  const key = isQuote(text[inside]) ? readQuoted(text, inside) : readDigits(text, inside)
  if (text[key.end] !== ']') throw new MappingError('a ] is missing', key.end)
  return { value: key.value, end: key.end + 1 }
}

function readDigits(text: string, start: number): ParseResult<string> {
  let end = start
  while (isDigit(text[end])) end++
  if (end === start) throw new MappingError('a number or a quoted name must follow [', start)
  return { value: text.slice(start, end), end }
}

export const isQuote = (char: string | undefined) => char === '"' || char === "'"

const escapes: Record<string, string> = { n: '\n', t: '\t' }

/** A text between two equal quotes; a backslash escapes the next character, or writes \n and \t. */
export function readQuoted(text: string, start: number): ParseResult<string> {
  const quote = text[start]
  let value = ''
  for (let end = start + 1; end < text.length; end++) {
    const char = text[end]!
    if (char === quote) return { value, end: end + 1 }
    if (char === '\\' && end + 1 < text.length) {
      const escaped = text[++end]!
      value += escapes[escaped] ?? escaped
    } else value += char
  }
  throw new MappingError('a quote is not closed', start)
}

/** Reads the values of one payload. A text that many paths use, such as SNS's `Message`, is parsed once. */
export function readerOf(payload: unknown): (path: Path) => unknown {
  const parsed = new Map<string, unknown>()
  const parseOnce = (text: string) => {
    if (!parsed.has(text)) parsed.set(text, parseEmbedded(text))
    return parsed.get(text)
  }
  return (path) => valueAt(payload, path, 0, parseOnce)
}

/** Only own properties: nothing is inherited. */
export function valueAt(root: unknown, path: Path, from = 0, parse = parseEmbedded): unknown {
  let value = root
  for (let i = from; i < path.length; i++) {
    if (typeof value === 'string') value = parse(value)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, path[i]!)) return undefined
    value = (value as Record<string, unknown>)[path[i]!]
  }
  return value
}

const maxEmbeddedLength = 256 * 1024
const maxEmbeddedDepth = 32

function parseEmbedded(text: string): unknown {
  if (text.length > maxEmbeddedLength) return undefined
  const first = text[skipSpaces(text, 0)]
  if (first !== '{' && first !== '[') return undefined
  try {
    const value = parseKeepingDigits(text)
    return isNestedWithin(value, maxEmbeddedDepth) ? value : undefined
  } catch {
    return undefined
  }
}

const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((child) => isNestedWithin(child, levels - 1)))
