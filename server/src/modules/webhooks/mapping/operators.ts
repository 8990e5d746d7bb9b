import { toStoredAddress } from '../../../kernel/email-address.ts'
import { isScalar, type Scalar } from './text.ts'

export const operators = [
  'eq',
  'ne',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
] as const
export type Operator = (typeof operators)[number]

interface Condition {
  operator: Operator
  value?: unknown
}

const maxValues = 200
const maxValueLength = 8192

export function valueProblem({ operator, value }: Condition): string | undefined {
  if (operator === 'exists')
    return value === undefined || typeof value === 'boolean' ? undefined : 'must be true, false or left out'
  if (value === undefined) return `is required for ${operator}`
  if (JSON.stringify(value).length > maxValueLength) return `must have at most ${maxValueLength} characters`
  switch (operator) {
    case 'eq':
    case 'ne':
      return undefined
    case 'in':
    case 'not_in':
      return Array.isArray(value) && value.length <= maxValues
        ? undefined
        : `must be a list of at most ${maxValues} values`
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' || typeof value === 'string' ? undefined : 'must be a number or a text'
    default:
      return isScalar(value) ? undefined : 'must be a text, a number, true or false'
  }
}

/** Null is the same as missing. */
export function compileCondition({ operator, value }: Condition): (actual: unknown) => boolean {
  switch (operator) {
    case 'eq':
      return isAny([value])
    case 'ne':
      return not(isAny([value]))
    case 'in':
      return isAny(value as unknown[])
    case 'not_in':
      return not(isAny(value as unknown[]))
    case 'contains':
      return containsText(String(value))
    case 'not_contains':
      return not(containsText(String(value)))
    case 'starts_with':
      return hasPart(String(value), (text, part) => text.startsWith(part))
    case 'ends_with':
      return hasPart(String(value), (text, part) => text.endsWith(part))
    case 'gt':
      return compare(value as Scalar, (sign) => sign > 0)
    case 'gte':
      return compare(value as Scalar, (sign) => sign >= 0)
    case 'lt':
      return compare(value as Scalar, (sign) => sign < 0)
    case 'lte':
      return compare(value as Scalar, (sign) => sign <= 0)
    case 'exists':
      return (actual) => isMissing(actual) === (value === false)
  }
}

const isMissing = (value: unknown) => value === undefined || value === null
const not = (matches: (actual: unknown) => boolean) => (actual: unknown) => !matches(actual)

/** Scalars are compared as text, so that "5" is 5; email addresses in any case, because records keep one. */
function isAny(values: readonly unknown[]): (actual: unknown) => boolean {
  const textOf = (value: Scalar) => toStoredAddress(String(value))
  const texts = new Set(values.filter(isScalar).map(textOf))
  const structures = values.filter((value) => !isScalar(value) && !isMissing(value))
  const hasNull = values.some(isMissing)
  return (actual) => {
    if (isMissing(actual)) return hasNull
    if (isScalar(actual)) return texts.has(textOf(actual))
    return structures.some((value) => isSame(value, actual))
  }
}

/** Equal as JSON; the order of the fields does not matter. As deep as the shallower of the two. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}

/** A part of a text, or an item of a list. */
function containsText(part: string): (actual: unknown) => boolean {
  const [isItem, isPart] = [isAny([part]), hasPart(part, (text, wanted) => text.includes(wanted))]
  return (actual) =>
    Array.isArray(actual) ? actual.some((item) => isScalar(item) && isItem(item)) : isPart(actual)
}

/** In an email address a part is found in any case, too. */
function hasPart(part: string, isIn: (text: string, part: string) => boolean): (actual: unknown) => boolean {
  const lowerPart = part.toLowerCase()
  return (actual) => {
    if (!isScalar(actual)) return false
    const text = String(actual)
    return text.includes('@') ? isIn(text.toLowerCase(), lowerPart) : isIn(text, part)
  }
}

/** As numbers when both are, else as text, which also orders ISO 8601 times and P1 to P4. */
function compare(limit: Scalar, isWanted: (sign: number) => boolean): (actual: unknown) => boolean {
  const limitNumber = asNumber(limit)
  const limitText = String(limit)
  return (actual) => {
    if (!isScalar(actual)) return false
    const number = limitNumber === undefined ? undefined : asNumber(actual)
    if (number !== undefined) return isWanted(number - limitNumber!)
    return isWanted(compareTexts(String(actual), limitText))
  }
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function asNumber(value: Scalar): number | undefined {
  if (typeof value === 'boolean' || (typeof value === 'string' && value.trim() === '')) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
