import createClient from 'openapi-fetch'
import { reached, unreachable } from '../offline/connection.ts'
import { UnreachableError } from '../offline/send-or-queue.ts'
import { accessToken, expireToken, isNetworkFailure, signIn } from '../session/session.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { hasUnsavedInput } from '../session/unsaved-input.ts'
import { problems } from '../words/problems.ts'
import { isFromProxy, parseProblem } from './error-response.ts'
import type { FieldError, paths, Problem } from './schema.d.ts'

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly request_id: string
  readonly errors: FieldError[]

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.message ?? problems.unexplained(status))
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.request_id = problem.request_id ?? ''
    this.errors = problem.errors ?? []
  }
}

/** Client of the public API; an error response is thrown as an ApiError. */
export const api = createClient<paths>({
  baseUrl: `${location.origin}/prod/api/v1`,
  fetch: send,
  querySerializer: (query) =>
    new URLSearchParams(
      Object.entries(query).filter(
        (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
      ),
    ).toString(),
})
api.use({
  onResponse: async ({ response }) => {
    if (!response.ok) throw new ApiError(response.status, parseProblem(await response.text()))
  },
})

/** A request that is refused for its token has changed nothing, and is sent once more with a new one. */
async function send(request: Request): Promise<Response> {
  let token = ''
  const attempt = async (request: Request) => {
    return trackReachability(async () => {
      token = await accessToken(renewSession)
      request.headers.set('authorization', `Bearer ${token}`)
      return fetch(request)
    })
  }
  const again = request.clone()
  const response = await attempt(request)
  if (response.status !== 401) return response
  if (needsRecentSignIn(response)) return (await signInAgain()) ? attempt(again) : response
  expireToken(token)
  return attempt(again)
}

/** Once the session has ended, the page is left; with unsaved input it stays, and the user signs in beside it. */
async function renewSession(): Promise<void> {
  if (!hasUnsavedInput()) return signIn()
  if (!(await signInAgain())) throw new ApiError(401, { code: 'signed_out' })
}

/** Notices whether the service answers at all. */
async function trackReachability(call: () => Promise<Response>): Promise<Response> {
  try {
    const response = await call()
    if (!isFromProxy(response)) {
      reached()
      return response
    }
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
  }
  unreachable()
  throw new UnreachableError()
}

/** RFC 9470: the token is valid, but the sign-in is too old for this operation. */
const needsRecentSignIn = ({ headers }: Response) =>
  headers.get('www-authenticate')?.includes('insufficient_user_authentication') ?? false

export interface Answer<Body> {
  body: Body
  etag: string | undefined
}

interface Result<Body> {
  data?: Body
  response: Response
}

/** For paths that are built at run time; the caller names the type of the answer. */
export const request = <Body>(method: string, path: string, options: object = {}) =>
  api.request(method as never, path as never, options as never) as Promise<Result<Body>>

export async function answerOf<Body>(call: Promise<Result<Body>>): Promise<Answer<Body>> {
  const { data, response } = await call
  return { body: data as Body, etag: response.headers.get('etag') ?? undefined }
}

export const bodyOf = async <Body>(call: Promise<Result<Body>>): Promise<Body> => (await call).data as Body

/** Headers of an update that fails if the record was changed in the meantime. */
export const ifMatch = (etag: string | undefined) => ({ headers: { 'if-match': etag } })

export const withId = (id: string) => ({ params: { path: { id } } })

export const upload = (file: File) =>
  bodyOf(
    api.POST('/attachments', {
      params: { query: { filename: file.name } },
      headers: { 'content-type': file.type || 'application/octet-stream' },
      body: file as never,
      bodySerializer: (file: unknown) => file,
    }),
  )
