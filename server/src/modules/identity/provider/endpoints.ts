import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { toProblem } from '../../../http/errors.ts'
import { clientNetwork } from '../../../kernel/client-network.ts'
import { Problem } from '../../../kernel/errors.ts'
import { apiKeyClient, builtInClientIds } from '../../../kernel/built-in-client-ids.ts'
import { scope, tokenExchange } from './built-in-clients.ts'
import type { Guesses, Outcome } from '../guesses/guesses.ts'
import { problemPage } from '../pages/html.ts'
import { formOf, pageConfig, sendPage } from '../pages/interaction.ts'
import { forward } from './forward.ts'

/** Every client needs tokens; the cost is limited by the counters of failed attempts. */
const tokenConfig = { ...pageConfig, config: { access: { roles: 'public', alwaysAdmitted: true } } } as const
/** Whoever begins a sign-in needs no account, and each is stored until it expires. */
const beginConfig = { ...pageConfig, config: { access: { roles: 'public', limit: 'sign_in' } } } as const
const authorizePath = '/oauth2/authorize'
const bodyLimit = 64 * 2 ** 10

const readable = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/jwks.json',
  '/logout',
  '/logout/success',
  '/device',
]
const writable = ['/logout', '/logout/confirm']

/** Endpoints that accept a client secret count failed attempts. */
const secretEndpoints = {
  '/oauth2/token': tokenConfig,
  '/oauth2/revoke': pageConfig,
  '/oauth2/device_authorization': beginConfig,
}

/** The endpoints that the OpenID provider serves. */
export function mountOAuth(
  app: FastifyInstance,
  provider: () => Provider,
  guesses: Guesses,
  mountSignIn: (scoped: FastifyInstance) => void,
): void {
  for (const url of readable)
    app.get(url, pageConfig, (request, reply) => forward(provider(), request, reply))
  app.get(authorizePath, beginConfig, (request, reply) => forward(provider(), request, reply))
  // The provider has stored the parameters of the resumed sign-in; others would confuse it.
  for (const url of ['/oauth2/authorize/:uid', '/device/:uid'])
    app.get(url, pageConfig, (request, reply) =>
      forward(provider(), request, reply, { url: request.url.split('?')[0]! }),
    )

  app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit },
      async (_request: FastifyRequest, text: string) => text,
    )
    const forwardBody = (request: FastifyRequest, reply: FastifyReply) =>
      forward(provider(), request, reply, { body: request.body as string | undefined })
    for (const url of writable) scoped.post(url, pageConfig, forwardBody)
    // Its parameters are stored, so there are no more of them than in an address.
    scoped.post(authorizePath, { ...beginConfig, bodyLimit: 16 * 2 ** 10 }, forwardBody)
    scoped.post('/device', pageConfig, (request, reply) =>
      enterDeviceCode(provider(), guesses, request, reply),
    )
    mountSignIn(scoped)
    for (const [url, config] of Object.entries(secretEndpoints))
      scoped.post(url, config, async (request, reply) => {
        const form = withDefaults(formOf(request))
        const account = accountOf(form, request)
        const leave = await enter(guesses, account, request.ip)
        let isCounted = false
        const beforeResponse = (status: number) => {
          isCounted = true
          return leave(outcomeOf(status, form.get('grant_type')))
        }
        try {
          await forward(provider(), request, reply, { body: form.toString(), beforeResponse })
        } finally {
          if (!isCounted) await leave('neither')
        }
      })
  })
}

/** Codes are short, so wrong ones are counted, by the network that enters them. */
async function enterDeviceCode(
  provider: Provider,
  guesses: Guesses,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  let leave
  try {
    leave = await guesses.enter(`device ${clientNetwork(request.ip)}`, request.ip)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    reply.headers(error.headers)
    const page = problemPage('Too many attempts', 'Wait a minute, then enter the code again.', '/device')
    return sendPage(reply.code(error.status), page)
  }
  let outcome: Outcome = 'neither'
  try {
    await forward(provider, request, reply, {
      body: request.body as string | undefined,
      beforeResponse: async (status) => {
        if (status === 400) outcome = 'wrong'
      },
    })
  } finally {
    await leave(outcome)
  }
}

/** OAuth clients read `error`, ours read `code`: the refusal has both. */
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

/** An API key needs no client, and every token is for the API. */
function withDefaults(form: URLSearchParams): URLSearchParams {
  const grant = form.get('grant_type')
  if (grant === tokenExchange && !form.has('client_id')) form.set('client_id', apiKeyClient)
  if ((grant === tokenExchange || grant === 'client_credentials') && !form.has('scope'))
    form.set('scope', scope)
  return form
}

/** The account whose secret is being tried: the client, or the API key if there is no client. */
function accountOf(form: URLSearchParams, { headers, ip }: FastifyRequest): string {
  const client = form.get('client_id') ?? basicClient(headers.authorization)
  if (client === apiKeyClient) return (form.get('subject_token') ?? '').slice(0, 19)
  // Everyone signs in with the other built-in clients, which have no secret: a stranger must not use up their attempts.
  return builtInClientIds.includes(client) ? `${client} ${clientNetwork(ip)}` : client
}

/** Decoded like the provider does, so that another encoding is not another account. */
function basicClient(authorization: string | undefined): string {
  const basic = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [id = ''] = Buffer.from(basic, 'base64').toString().split(':')
  try {
    return decodeURIComponent(id.replaceAll('+', ' '))
  } catch {
    return id
  }
}
