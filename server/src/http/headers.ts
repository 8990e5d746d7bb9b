interface Route {
  method: string
  url: string
  /** Response schemas by status. */
  response: Record<string, { properties?: Record<string, unknown> }>
  ownIdempotency?: true | undefined
}

/** Those that a request may have, and those of a successful answer. */
export interface RouteHeaders {
  takes: (keyof typeof requestHeaders)[]
  sends: (keyof typeof responseHeaders)[]
}

/** Follows from method and schemas: a record has a version, which is its tag, and what has been created has an address. */
export function headersOf({ method, url, response, ownIdempotency }: Route): RouteHeaders {
  const has = (status: number, ...names: string[]) =>
    names.some((name) => response[status]?.properties?.[name] !== undefined)
  const isRecord = (status: number) => has(status, 'version') && has(status, 'id', 'priority')
  const changesOne = method !== 'GET' && isRecord(200)
  const isTagged = method !== 'DELETE' && (isRecord(200) || isRecord(201))
  const hasAddress = has(201, 'id') || has(202, 'id', 'status_url')
  return {
    takes: [
      ...(method === 'POST' && !ownIdempotency ? ['Idempotency-Key' as const] : []),
      ...(changesOne ? ['If-Match' as const] : []),
      ...(url.endsWith('/events/stream') ? ['Last-Event-ID' as const] : []),
    ],
    sends: [
      ...(isTagged ? ['ETag' as const] : []),
      // A second factor is only listed.
      ...(hasAddress && !url.includes('/second-factors/') ? ['Location' as const] : []),
      ...(has(200, 'next_cursor') && has(200, 'data') ? ['Link' as const] : []),
    ],
  }
}

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

export const requestHeaders = {
  'Idempotency-Key': {
    description: 'Your name for this request: repeated with the same key, it gets the first answer again',
    schema: { ...text, pattern: String.raw`^[\x21-\x7e]{1,255}$` },
  },
  'If-Match': {
    description: 'The ETag of the record, its version in quotes: 412 if the record has changed since',
    schema: text,
  },
  'Last-Event-ID': {
    description: 'The id of the last event that you have; counts instead of `after`',
    schema: { ...text, pattern: String.raw`^\d{1,15}$` },
  },
}

export const responseHeaders = {
  ETag: { description: 'The version of the record in quotes, for If-Match', schema: text },
  Link: {
    description: 'With next_cursor: the address of the next page, as `<address>; rel="next"`',
    schema: text,
  },
  Location: { description: 'The address of what was created', schema: text },
  'Retry-After': { description: 'With 429 and 503: seconds to wait', schema: integer },
  'X-RateLimit-Limit': { description: 'Requests that the limit allows', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests that are left', schema: integer },
  'X-RateLimit-Reset': {
    description: 'When all of them are available again, in seconds since 1970',
    schema: integer,
  },
}
