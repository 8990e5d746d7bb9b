import { accessToken, forget } from '../session/session.ts'

export interface FieldError {
  field: string
  message: string
}

/** What the service said when it would not. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly request_id: string
  readonly errors: FieldError[]

  constructor(
    status: number,
    body: { code?: string; message?: string; request_id?: string; errors?: FieldError[] },
  ) {
    super(body.message ?? `The service answered ${status}`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.request_id = body.request_id ?? ''
    this.errors = body.errors ?? []
  }
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  next_cursor?: string
  total: number
}

export interface Answer<Body> {
  body: Body
  etag: string | undefined
}

interface Call {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

const root = '/prod/api/v1'

/** One way to the public API for the whole console. */
export async function call<Body>(
  method: string,
  path: string,
  { body, headers, signal }: Call = {},
): Promise<Answer<Body>> {
  const send = async () =>
    fetch(root + path, {
      method,
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  let response = await send()
  if (response.status === 401) {
    forget()
    response = await send()
  }
  const text = await response.text()
  const parsed: unknown = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new ApiError(response.status, (parsed ?? {}) as object)
  return { body: parsed as Body, etag: response.headers.get('etag') ?? undefined }
}

export const read = async <Body>(path: string, signal?: AbortSignal): Promise<Body> =>
  (await call<Body>('GET', path, signal ? { signal } : {})).body
