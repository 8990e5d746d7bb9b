import { seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { invalid, invalidField, type FieldError } from '../../../kernel/errors.ts'
import { hiddenValue, type Headers } from './model.ts'

const sealHeaders = (keys: Keys, id: string, headers: Headers) =>
  Object.keys(headers).length === 0 ? null : seal(keys, `${id} headers`, JSON.stringify(headers))
export const unsealHeaders = (keys: Keys, id: string, sealed: string | null): Headers =>
  sealed === null ? {} : (JSON.parse(unseal(keys, `${id} headers`, sealed)) as Headers)

export const headerColumns = (keys: Keys, id: string, headers: Headers) => ({
  headers_sealed: sealHeaders(keys, id, headers),
  header_names: Object.keys(headers),
})

/** Set by the service or by HTTP itself: a custom value could forge a signature or confuse a proxy. */
const reservedHeaders = new Set(
  `accept accept-encoding connection content-encoding content-length content-type cookie date expect
  forwarded host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding
  upgrade user-agent via x-hub-signature x-hub-signature-256`.split(/\s+/),
)
const reservedPrefixes = ['x-service-', 'webhook-', 'proxy-', 'sec-', 'x-forwarded-']

const isReserved = (name: string) =>
  reservedHeaders.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix))

export function checkHeaders(headers: Headers): void {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const errors = Object.entries(headers).flatMap(([name, value], i): FieldError[] => {
    const problem = headerProblem(name, value, names.indexOf(name.toLowerCase()) < i)
    return problem ? [headerError(name, ...problem)] : []
  })
  if (errors.length > 0) throw invalid(errors)
}

const headerError = (name: string, code: string, message: string): FieldError => ({
  field: `headers.${name}`,
  pointer: `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code,
  message: `headers.${name} ${message}`,
})

function headerProblem(
  name: string,
  value: string,
  isRepeated: boolean,
): [code: string, message: string] | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name)) return ['pattern', 'is not a valid header name']
  if (isReserved(name.toLowerCase())) return ['reserved', 'is reserved: use another name such as X-Api-Key']
  if (isRepeated) return ['duplicate', 'is given twice']
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/.test(value))
    return ['pattern', 'must have 1 to 1000 printable ASCII characters, without a space at either end']
  return undefined
}

/** A new receiver could read the header values, so they must be sent again. */
export function checkHeadersAgain(given: Headers | undefined, stored: Headers): void {
  if (Object.keys(stored).length === 0) return
  const why = 'the url has another origin, so header values must be sent again'
  if (!given) throw invalidField('headers', 'required', `headers is required: ${why}`)
  const errors = Object.entries(given)
    .filter(([, value]) => value === hiddenValue)
    .map(([name]) => headerError(name, 'hidden', `is required: ${why}`))
  if (errors.length > 0) throw invalid(errors)
}

/** A hidden value that is sent back keeps the stored one. */
export function restoreHidden(given: Headers, stored: Headers): Headers {
  const restored = Object.entries(given).map(([name, value]) => [
    name,
    value === hiddenValue && Object.hasOwn(stored, name) ? stored[name] : value,
  ])
  const headers = Object.fromEntries(restored) as Headers
  checkNoneHidden(headers)
  return headers
}

export function checkNoneHidden(headers: Headers): void {
  const errors = Object.entries(headers)
    .filter(([, value]) => value === hiddenValue)
    .map(([name]) => headerError(name, 'hidden', 'has no stored value to keep: send one'))
  if (errors.length > 0) throw invalid(errors)
}
