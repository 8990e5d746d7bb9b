import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { Problem } from '../../kernel/errors.ts'
import { apiKeyClient, tokenExchange } from './adapter.ts'
import type { Guesses } from './guesses.ts'
import { scope } from './provider.ts'

const config = { access: { roles: 'public' } } as const
const schema = { hide: true }
const bodyLimit = 64 * 2 ** 10

/** The provider's own pages. It writes to the socket itself, so the headers we have set must go along. */
export function mountOAuth(app: FastifyInstance, provider: () => Provider, guesses: Guesses): void {
  for (const url of ['/.well-known/openid-configuration', '/.well-known/jwks.json'])
    app.get(url, { config, schema }, (request, reply) => handOver(provider(), request.raw, reply))

  app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit },
      async (_request: FastifyRequest, text: string) => text,
    )
    scoped.post('/oauth2/token', { config, schema }, async (request, reply) => {
      const form = withDefaults(new URLSearchParams((request.body as string | undefined) ?? ''))
      const account = accountOf(form, request.headers.authorization)
      checkGuesses(guesses, account, request.ip)
      reply.raw.once('finish', () => {
        const { statusCode } = reply.raw
        if (statusCode === 401 || (statusCode === 400 && form.get('grant_type') === tokenExchange))
          guesses.failed(account, request.ip)
        if (statusCode === 200) guesses.succeeded(account, request.ip)
      })
      await handOver(provider(), replayed(request.raw, form.toString()), reply)
    })
  })
}

/** OAuth names its error `error`; our clients look for `code`: the refusal has both. */
function checkGuesses(guesses: Guesses, account: string, address: string): void {
  try {
    guesses.check(account, address)
  } catch (error) {
    const { status, code, message, headers } = error as Problem
    const extra = { error: 'slow_down', error_description: message }
    throw new Problem(status, code, message, { headers, extra })
  }
}

/** An API key needs no client, and every token of ours is for the API. */
function withDefaults(form: URLSearchParams): URLSearchParams {
  const grant = form.get('grant_type')
  if (grant === tokenExchange && !form.has('client_id')) form.set('client_id', apiKeyClient)
  if ((grant === tokenExchange || grant === 'client_credentials') && !form.has('scope'))
    form.set('scope', scope)
  return form
}

function accountOf(form: URLSearchParams, authorization: string | undefined): string {
  if (form.get('grant_type') === tokenExchange) return (form.get('subject_token') ?? '').slice(0, 19)
  const basic = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1]
  return (
    form.get('client_id') ??
    Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':')[0]!
  )
}

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

async function handOver(provider: Provider, request: IncomingMessage, reply: FastifyReply): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  await provider.callback()(request, reply.raw)
}
