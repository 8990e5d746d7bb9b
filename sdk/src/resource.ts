import type { CallSpec, CallTable, PostOptions, Resource, VersionOptions } from './calls.ts'
import { apiError, foreignAnswer } from './errors.ts'
import { Listing, type Page } from './listing.ts'
import type { Api } from './raw-client.ts'

type Query = Record<string, unknown>
type Ids = Record<string, string | number>

interface CallInput extends PostOptions, VersionOptions {
  ids?: Ids
  /** Sent as JSON, unless `contentType` is given: then as it is. */
  body?: unknown
  contentType?: string
  query?: Query
  parseAs?: 'blob'
  isPage?: boolean
}

export function makeResource<const Table extends CallTable>(api: Api, table: Table): Resource<Table> {
  const entries = Object.entries(table).map(([name, spec]) => [
    name,
    typeof spec === 'string' ? makeCall(api, spec) : makeResource(api, spec),
  ])
  return Object.fromEntries(entries) as Resource<Table>
}

function makeCall(api: Api, spec: CallSpec) {
  const [verb, path, body] = spec.split(' ') as [string, string, string?]
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
  const split = (args: unknown[]) => ({
    ids: Object.fromEntries(names.map((name, index) => [name, args[index]])) as Ids,
    rest: args.slice(names.length) as [Query?, CallInput?],
  })
  if (verb === 'LIST' || verb === 'FIND') {
    const get = (ids: Ids, query: Query, options?: CallInput) =>
      call(api, 'GET', path, { ...options, ids, query, isPage: verb === 'LIST' })
    return (...args: unknown[]) => {
      const { ids, rest } = split(args)
      const [query = {}, options] = rest
      if (verb === 'FIND') return get(ids, query, options)
      const at = (cursor?: string) => (cursor === undefined ? query : { ...query, cursor, page: undefined })
      return new Listing((cursor) => get(ids, at(cursor), options) as Promise<Page<unknown>>)
    }
  }
  return async (...args: unknown[]) => {
    const { ids, rest } = split(args)
    if (!body) return call(api, verb, path, { ...rest[0], ids })
    const [content = {}, options] = rest
    return call(api, verb, path, { ...options, ids, body: content })
  }
}

/** An empty id would call the list, and a dot another address. */
function checkIds(ids: Ids): void {
  for (const [name, value] of Object.entries(ids))
    if (!Number.isInteger(value) && (typeof value !== 'string' || /^\.{0,2}$/.test(value)))
      throw new TypeError(`${name} must be the id of a record, not ${JSON.stringify(value)}`)
}

export async function call(
  api: Api,
  method: string,
  path: string,
  { ids = {}, body, contentType, query, headers, ifVersion, idempotencyKey, isPage, ...init }: CallInput,
): Promise<unknown> {
  checkIds(ids)
  const { data, error, response } = await api.request(method.toLowerCase() as 'get', path as '/health', {
    parseAs: 'text',
    ...(init as object),
    ...(body !== undefined && { body: body as never }),
    ...(contentType !== undefined && { bodySerializer: (content: unknown) => content }),
    params: { path: ids, query } as never,
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...headers,
      ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
  })
  if (!response.ok) throw apiError(response, error)
  return init.parseAs ? data : objectIn(response, data as string | undefined, isPage)
}

function objectIn(response: Response, text: string | undefined, isPage = false): unknown {
  if (response.status === 204) return undefined
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) throw foreignAnswer(response)
  if (isPage && !Array.isArray((value as Partial<Page<unknown>>).data)) throw foreignAnswer(response)
  return value
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
