import { isQuote, MappingError, readQuoted, skipSpaces, type Read } from './path.ts'
import { asJson, asText, cut, joinTexts, replaceAll, type Work } from './text.ts'

/** One step of a placeholder. */
export type Apply = (value: unknown, work: Work) => unknown

type Argument = string | number

interface TemplateFilter {
  /** How many arguments it takes. */
  takes: readonly number[]
  /** Throws MappingError when an argument will not do. */
  compile: (given: Argument[], position: number) => Apply
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const plain = (apply: Apply): TemplateFilter => ({ takes: [0], compile: () => apply })
const onText = (change: (text: string, work: Work) => string): Apply => {
  return (value, work) => change(asText(value, work), work)
}

const templateFilters: Record<string, TemplateFilter> = {
  default: {
    takes: [1],
    compile:
      ([fallback]) =>
      (value) =>
        isEmpty(value) ? fallback : value,
  },
  upper: plain(onText((text) => text.toUpperCase())),
  lower: plain(onText((text) => text.toLowerCase())),
  trim: plain(onText((text) => text.trim())),
  truncate: { takes: [1], compile: truncate },
  replace: { takes: [2], compile: replace },
  join: {
    takes: [0, 1],
    compile:
      ([separator = ', ']) =>
      (value, work) =>
        Array.isArray(value) ? joinTexts(value, String(separator), work) : value,
  },
  first: plain((value) => (Array.isArray(value) ? value[0] : value)),
  last: plain((value) => (Array.isArray(value) ? value.at(-1) : value)),
  json: plain((value, work) => (value === undefined ? value : asJson(value, work))),
  map: { takes: [1], compile: map },
}

function truncate([length]: Argument[], position: number): Apply {
  if (!Number.isInteger(length) || Number(length) < 1)
    throw new MappingError('truncate needs a length such as 80', position)
  const most = Number(length)
  return (value, work) => cut(asText(value, work, 2 * most + 2), most)
}

function replace([search, replacement]: Argument[], position: number): Apply {
  if (search === '') throw new MappingError('replace needs a text to look for', position)
  return onText((text, work) => replaceAll(text, String(search), String(replacement), work))
}

/** `critical=P1,warning=P3`; a value that is not among them is empty, so that `default` can follow. */
function map([pairs]: Argument[], position: number): Apply {
  const values = new Map<string, string>()
  for (const pair of String(pairs).split(',')) {
    const equals = pair.indexOf('=')
    if (equals === -1) throw new MappingError('map needs pairs such as "critical=P1,warning=P3"', position)
    values.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim())
  }
  return (value, work) => values.get(asText(value, work))
}

const maxFilters = 10

/** `| name`, or `| name: argument, argument`, once or more. */
export function readTemplateFilters(text: string, start: number): Read<Apply[]> {
  const applies: Apply[] = []
  let end = skipSpaces(text, start)
  while (text[end] === '|') {
    if (applies.length === maxFilters)
      throw new MappingError(`a placeholder has at most ${maxFilters} filters`, end)
    const filter = readTemplateFilter(text, skipSpaces(text, end + 1))
    applies.push(filter.value)
    end = skipSpaces(text, filter.end)
  }
  return { value: applies, end }
}

const isLetter = (char: string | undefined) => char !== undefined && char >= 'a' && char <= 'z'

function readTemplateFilter(text: string, start: number): Read<Apply> {
  let end = start
  while (isLetter(text[end])) end++
  const name = text.slice(start, end)
  if (!Object.hasOwn(templateFilters, name))
    throw new MappingError(`expected one of ${Object.keys(templateFilters).join(', ')}`, start)
  const { takes, compile } = templateFilters[name]!
  const given = readArguments(text, skipSpaces(text, end))
  if (!takes.includes(given.value.length))
    throw new MappingError(`${name} takes ${takes.join(' or ')} arguments`, start)
  return { value: compile(given.value, start), end: given.end }
}

function readArguments(text: string, start: number): Read<Argument[]> {
  const given: Argument[] = []
  let end = start
  while (text[end] === (given.length === 0 ? ':' : ',')) {
    const argument = readArgument(text, skipSpaces(text, end + 1))
    given.push(argument.value)
    end = skipSpaces(text, argument.end)
  }
  return { value: given, end }
}

function readArgument(text: string, start: number): Read<Argument> {
  if (isQuote(text[start])) return readQuoted(text, start)
  const number = /-?\d+(\.\d+)?/y
  number.lastIndex = start
  const literal = number.exec(text)?.[0]
  if (literal === undefined) throw new MappingError('expected a quoted text or a number', start)
  return { value: Number(literal), end: start + literal.length }
}
