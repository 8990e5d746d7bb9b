import { accessToken, forget } from '../session/session.ts'
import { signInAgain } from '../session/sign-in-again.ts'

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

interface Request {
  body?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

const root = '/prod/api/v1'

/** One way to the public API for the whole console. */
async function send(method: string, path: string, { body, headers, signal }: Request): Promise<Response> {
  const attempt = async () =>
    fetch(root + path, {
      method,
      headers: { authorization: `Bearer ${await accessToken()}`, ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  const response = await attempt()
  if (response.status !== 401) return response
  if (needsRecentSignIn(response)) return (await signInAgain()) ? attempt() : response
  forget()
  return attempt()
}

/** RFC 9470: the token is good, but the person signed in too long ago for this. */
const needsRecentSignIn = ({ headers }: Response) =>
  headers.get('www-authenticate')?.includes('insufficient_user_authentication') ?? false

async function parsed<Body>(response: Response): Promise<Body> {
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new ApiError(response.status, (body ?? {}) as object)
  return body as Body
}

interface Call {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

function inJson(body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Request {
  if (body === undefined) return { ...(headers && { headers }), signal }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers }, signal }
}

export async function call<Body>(
  method: string,
  path: string,
  { body, headers, signal }: Call = {},
): Promise<Answer<Body>> {
  const response = await send(method, path, inJson(body, headers, signal))
  return { body: await parsed<Body>(response), etag: response.headers.get('etag') ?? undefined }
}

export const read = async <Body>(path: string, signal?: AbortSignal): Promise<Body> =>
  (await call<Body>('GET', path, signal ? { signal } : {})).body

/** Sends a file as it is. */
export const upload = async <Body>(path: string, file: File): Promise<Body> =>
  parsed(
    await send('POST', path, {
      body: file,
      headers: { 'content-type': file.type || 'application/octet-stream' },
    }),
  )

/** An answer that comes in pieces. What is refused before it begins is an error like any other. */
export async function openStream(method: string, path: string, { body, headers, signal }: Call) {
  const response = await send(method, path, inJson(body, headers, signal))
  return response.ok && response.body ? response.body : parsed<never>(response)
}

/** A file that only a token opens, so that a plain link would not do. */
export async function download(path: string): Promise<Blob> {
  const response = await send('GET', path, {})
  return response.ok ? response.blob() : parsed(response)
}
