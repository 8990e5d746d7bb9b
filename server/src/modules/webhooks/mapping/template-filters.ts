import { isQuote, MappingError, readQuoted, skipSpaces, type ParseResult } from './path.ts'
import { asJson, asText, joinTexts, replaceAll, truncate, type WorkBudget } from './text.ts'

/** One step of a placeholder. */
export type TemplateFilter = (value: unknown, work: WorkBudget) => unknown

type Argument = string | number

interface FilterDefinition {
  /** The allowed numbers of arguments. */
  arity: readonly number[]
  /** Throws MappingError for an invalid argument. */
  compile: (given: Argument[], position: number) => TemplateFilter
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const plain = (apply: TemplateFilter): FilterDefinition => ({ arity: [0], compile: () => apply })
const onText = (transform: (text: string, work: WorkBudget) => string): TemplateFilter => {
  return (value, work) => transform(asText(value, work), work)
}

const templateFilters: Record<string, FilterDefinition> = {
  default: {
    arity: [1],
    compile:
      ([fallback]) =>
      (value) =>
        isEmpty(value) ? fallback : value,
  },
  upper: plain(onText((text) => text.toUpperCase())),
  lower: plain(onText((text) => text.toLowerCase())),
  trim: plain(onText((text) => text.trim())),
  truncate: { arity: [1], compile: compileTruncate },
  replace: { arity: [2], compile: compileReplace },
  join: {
    arity: [0, 1],
    compile:
      ([separator = ', ']) =>
      (value, work) =>
        Array.isArray(value) ? joinTexts(value, String(separator), work) : value,
  },
  first: plain((value) => (Array.isArray(value) ? value[0] : value)),
  last: plain((value) => (Array.isArray(value) ? value.at(-1) : value)),
  json: plain((value, work) => (value === undefined ? value : asJson(value, work))),
  map: { arity: [1], compile: compileMap },
}

function compileTruncate([length]: Argument[], position: number): TemplateFilter {
  if (!Number.isInteger(length) || Number(length) < 1)
    throw new MappingError('truncate needs a length such as 80', position)
  const max = Number(length)
  return (value, work) => truncate(asText(value, work, 2 * max + 2), max)
}

function compileReplace([search, replacement]: Argument[], position: number): TemplateFilter {
  if (search === '') throw new MappingError('replace needs a text to look for', position)
  return onText((text, work) => replaceAll(text, String(search), String(replacement), work))
}

/** `critical=P1,warning=P3`; a value that is not among them is empty, so that `default` can follow. */
function compileMap([pairs]: Argument[], position: number): TemplateFilter {
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
export function readTemplateFilters(text: string, start: number): ParseResult<TemplateFilter[]> {
  const filters: TemplateFilter[] = []
  let end = skipSpaces(text, start)
  while (text[end] === '|') {
    if (filters.length === maxFilters)
      throw new MappingError(`a placeholder has at most ${maxFilters} filters`, end)
    const filter = readTemplateFilter(text, skipSpaces(text, end + 1))
    filters.push(filter.value)
    end = skipSpaces(text, filter.end)
  }
  return { value: filters, end }
}

const isLetter = (char: string | undefined) => char !== undefined && char >= 'a' && char <= 'z'

function readTemplateFilter(text: string, start: number): ParseResult<TemplateFilter> {
  let end = start
  while (isLetter(text[end])) end++
  const name = text.slice(start, end)
  if (!Object.hasOwn(templateFilters, name))
    throw new MappingError(`expected one of ${Object.keys(templateFilters).join(', ')}`, start)
  const { arity, compile } = templateFilters[name]!
  const given = readArguments(text, skipSpaces(text, end))
  if (!arity.includes(given.value.length))
    throw new MappingError(`${name} takes ${arity.join(' or ')} arguments`, start)
  return { value: compile(given.value, start), end: given.end }
}

function readArguments(text: string, start: number): ParseResult<Argument[]> {
  const given: Argument[] = []
  let end = start
  while (text[end] === (given.length === 0 ? ':' : ',')) {
    const argument = readArgument(text, skipSpaces(text, end + 1))
    given.push(argument.value)
    end = skipSpaces(text, argument.end)
  }
  return { value: given, end }
}

function readArgument(text: string, start: number): ParseResult<Argument> {
  if (isQuote(text[start])) return readQuoted(text, start)
  const number = /-?\d+(\.\d+)?/y
  number.lastIndex = start
  const literal = number.exec(text)?.[0]
  if (literal === undefined) throw new MappingError('expected a quoted text or a number', start)
  return { value: Number(literal), end: start + literal.length }
}
