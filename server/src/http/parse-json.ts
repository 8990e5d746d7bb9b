import { malformed } from '../kernel/errors.ts'
import { isStoredExactly, parseKeepingDigits } from '../kernel/rounded-numbers.ts'

const maxDepth = 32
const maxKeys = 10_000
const maxElements = 10_000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Stricter than JSON.parse: refuses duplicate keys, numbers that JavaScript cannot represent, NUL, half a surrogate
 * pair and deep nesting, which would surprise a reader of the record later. `any` accepts every number, for payloads
 * that the sender cannot change, such as nanoseconds of a monitoring system: those that JavaScript cannot represent become text.
 */
export function parseJson(bytes: Buffer, numbers: 'exact' | 'any' = 'exact'): unknown {
  const text = decode(bytes)
  // JSON.parse would quote the mark, which nobody can see.
  if (text.startsWith('\ufeff'))
    throw malformed('The body begins with a byte order mark: send UTF-8 without one')
  let value: unknown
  try {
    checkExtent(text)
    value = numbers === 'exact' ? JSON.parse(text) : parseKeepingDigits(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw malformed(`The body is not valid JSON: ${error.message}`)
  }
  new Scanner(text, numbers).check()
  return value
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8')
  }
}

const [quote, comma, openBracket, closeBracket, openBrace, closeBrace] = [34, 44, 91, 93, 123, 125]

/**
 * Before JSON.parse, which has no limits: a body of many megabytes would need many times its size as values. Every value
 * but the first of its list follows a comma.
 */
function checkExtent(text: string): void {
  const lists: boolean[] = []
  let [keys, elements] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = closingQuote(text, i)
    else if (code === openBrace || code === openBracket) {
      if (lists.push(code === openBracket) > maxDepth)
        throw malformed(`The body is nested deeper than ${maxDepth} levels`)
    } else if (code === closeBrace || code === closeBracket) lists.pop()
    else if (code !== comma) continue
    else if (lists.at(-1)) {
      if (++elements >= maxElements)
        throw malformed(`The body has more than ${maxElements} elements in its lists`)
    } else if (++keys >= maxKeys) throw malformed(`The body has more than ${maxKeys} fields`)
  }
}

/**
 * The end of the string that opens at `start`. It uses indexOf, because a string may contain a file of many
 * megabytes.
 */
function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

interface Level {
  keys: Set<string> | undefined
  /** The key or index of the current value. */
  at: string | number
}

/** Scans text that JSON.parse has accepted, so it needs positions but no grammar. */
class Scanner {
  readonly #text: string
  #levels: Level[] = []
  #keys = 0
  #position = 0
  readonly #numbers: 'exact' | 'any'

  constructor(text: string, numbers: 'exact' | 'any') {
    this.#text = text
    this.#numbers = numbers
  }

  check(): void {
    const text = this.#text
    let expectKey = false
    while (this.#position < text.length) {
      const char = text[this.#position]!
      if (char === '"') {
        const string = this.#readString()
        if (expectKey) this.#noteKey(string)
        expectKey = false
        continue
      }
      if (char === '{' || char === '[') {
        this.#levels.push({ keys: char === '{' ? new Set() : undefined, at: 0 })
        expectKey = char === '{'
      } else if (char === '}' || char === ']') this.#levels.pop()
      else if (char === ',') {
        const level = this.#levels.at(-1)!
        expectKey = level.keys !== undefined
        if (!expectKey) level.at = Number(level.at) + 1
      } else if (char === '-' || (char >= '0' && char <= '9')) {
        this.#checkNumber()
        continue
      }
      this.#position++
    }
  }

  #readString(): string {
    const start = this.#position
    const end = closingQuote(this.#text, start)
    this.#position = end + 1
    const raw = this.#text.slice(start, end + 1)
    const string = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
    if (string.includes('\0')) this.#refuse('nul_character', 'must not contain the character NUL')
    if (!string.isWellFormed()) this.#refuse('lone_surrogate', 'must not contain half a surrogate pair')
    return string
  }

  #noteKey(key: string): void {
    const level = this.#levels.at(-1)!
    const twice = level.keys!.has(key)
    level.keys!.add(key)
    level.at = key
    if (twice) this.#refuse('duplicate_key', 'is given twice')
    if (key === '__proto__') this.#refuse('forbidden_key', 'is not an allowed field name')
    if (++this.#keys > maxKeys) throw malformed(`The body has more than ${maxKeys} fields`)
  }

  #checkNumber(): void {
    const literal = /[-+.eE0-9]+/y
    literal.lastIndex = this.#position
    const text = literal.exec(this.#text)![0]
    this.#position += text.length
    if (this.#numbers === 'exact' && !isStoredExactly(text))
      this.#refuse('number_out_of_range', 'is a number that cannot be stored exactly')
  }

  #refuse(code: string, what: string): never {
    const path = this.#levels.map((level) => String(level.at))
    const pointer = path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const field = path.join('.').slice(0, 200)
    const message = `${field || 'the body'} ${what}`
    throw malformed(message, [{ field, pointer: pointer.slice(0, 200), code, message }])
  }
}
