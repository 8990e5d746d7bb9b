import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import storage from 'oidc-provider/lib/helpers/als.js'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { toProblem } from '../../http/errors.ts'
import { Problem } from '../../kernel/errors.ts'
import { beforeAnswer } from './before-answer.ts'
import { apiKeyClient, tokenExchange } from './built-in-clients.ts'
import type { Guesses, Outcome } from './guesses.ts'
import { scope } from './provider.ts'
import { callers } from './sessions/note-sessions.ts'

const config = { access: { roles: 'public' } } as const
/** Without a token nobody can do anything; what it costs is bounded by the guess counters. */
const tokenConfig = { access: { roles: 'public', alwaysAdmitted: true } } as const
const schema = { hide: true }
const bodyLimit = 64 * 2 ** 10

const readable = [
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/oauth2/authorize',
  '/logout',
  '/logout/success',
]
const writable = ['/oauth2/authorize', '/logout', '/logout/confirm']

/** The provider's own pages. It writes to the socket itself, so the headers we have set must go along. */
export function mountOAuth(
  app: FastifyInstance,
  provider: () => Provider,
  guesses: Guesses,
  mountSignIn: (scoped: FastifyInstance) => void,
): void {
  for (const url of readable)
    app.get(url, { config, schema }, (request, reply) => handOver(provider(), request.raw, reply))
  app.get('/oauth2/authorize/:uid', { config, schema }, (request, reply) =>
    handOver(provider(), withoutQuery(request.raw), reply),
  )

  app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit },
      async (_request: FastifyRequest, text: string) => text,
    )
    for (const url of writable)
      scoped.post(url, { config, schema }, (request, reply) =>
        handOver(provider(), replayed(request.raw, (request.body as string | undefined) ?? ''), reply),
      )
    mountSignIn(scoped)
    // Both take a client's secret, so both are places to guess it.
    for (const url of ['/oauth2/token', '/oauth2/revoke'])
      scoped.post(
        url,
        { config: url === '/oauth2/token' ? tokenConfig : config, schema },
        async (request, reply) => {
          const form = withDefaults(new URLSearchParams((request.body as string | undefined) ?? ''))
          const account = accountOf(form, request.headers.authorization)
          const leave = await enter(guesses, account, request.ip)
          let isCounted = false
          beforeAnswer.set(reply.raw, (status) => {
            isCounted = true
            return leave(outcomeOf(status, form.get('grant_type')))
          })
          try {
            await handOver(provider(), replayed(request.raw, form.toString()), reply)
          } finally {
            if (!isCounted) await leave('neither')
          }
        },
      )
  })
}

/** OAuth names its error `error`; our clients look for `code`: the refusal has both. */
async function enter(guesses: Guesses, account: string, address: string) {
  try {
    return await guesses.enter(account, address)
  } catch (error) {
    const { status, code, message, headers } = toProblem(error)
    const name = status === 429 ? 'slow_down' : status === 503 ? 'temporarily_unavailable' : 'server_error'
    const extra = { error: name, error_description: message }
    throw new Problem(status, code, message, { headers, extra, cause: error })
  }
}

function outcomeOf(status: number, grant: string | null): Outcome {
  if (status === 200) return 'right'
  return status === 401 || (status === 400 && grant === tokenExchange) ? 'wrong' : 'neither'
}

/** An API key needs no client, and every token of ours is for the API. */
function withDefaults(form: URLSearchParams): URLSearchParams {
  const grant = form.get('grant_type')
  if (grant === tokenExchange && !form.has('client_id')) form.set('client_id', apiKeyClient)
  if ((grant === tokenExchange || grant === 'client_credentials') && !form.has('scope'))
    form.set('scope', scope)
  return form
}

/** Whose secret is being tried: the client's, or the API key's when it comes without a client. */
function accountOf(form: URLSearchParams, authorization: string | undefined): string {
  const client = form.get('client_id') ?? basicClient(authorization)
  return client === apiKeyClient ? (form.get('subject_token') ?? '').slice(0, 19) : client
}

/** Decoded as the provider does it, so that another spelling is not another account. */
function basicClient(authorization: string | undefined): string {
  const basic = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [id = ''] = Buffer.from(basic, 'base64').toString().split(':')
  try {
    return decodeURIComponent(id.replaceAll('+', ' '))
  } catch {
    return id
  }
}

/** The request that is resumed is already known; parameters of a stranger would only confuse the provider. */
const withoutQuery = (request: IncomingMessage): IncomingMessage =>
  Object.create(request, { url: { value: request.url!.split('?')[0] } }) as IncomingMessage

/** The request as the provider wants it: its stream unread, though we have read it. */
function replayed(request: IncomingMessage, body: string): IncomingMessage {
  const bytes = Buffer.from(body)
  const headers = { ...request.headers, 'content-length': String(bytes.length) }
  delete (headers as Record<string, unknown>)['transfer-encoding']
  return Object.create(request, {
    headers: { value: headers },
    readable: { value: true },
    readableEncoding: { value: null },
    iterator: {
      value: async function* () {
        yield bytes
      },
    },
  }) as IncomingMessage
}

let handedOver = 0

/**
 * The provider keeps its context in an AsyncLocalStorage. Before Node 24 one that has ever been used makes every
 * promise of the process slower (measured: a sixth of all requests), so it is switched off while nobody needs it.
 */
function leaveQuietly(): void {
  if (--handedOver === 0) storage.disable()
}

const handOver = (provider: Provider, request: IncomingMessage, reply: FastifyReply): Promise<void> =>
  withProvider(provider, reply, (provider) => provider.callback()(request, reply.raw))

/** Lets the provider write the answer itself. */
export async function withProvider(
  provider: Provider,
  reply: FastifyReply,
  work: (provider: Provider) => Promise<unknown>,
): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  callers.set(reply.raw, reply.request.ip)
  reply.hijack()
  handedOver++
  try {
    await work(provider)
  } finally {
    leaveQuietly()
  }
}
