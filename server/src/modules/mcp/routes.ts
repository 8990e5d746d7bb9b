import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { isOwnOrigin } from '../../http/cors.ts'
import { everyone } from '../../kernel/actor.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { Problem } from '../../kernel/errors.ts'
import { agentIn, isInitialize, printable, type Agent } from './model.ts'
import type { Exchange } from './server.ts'
import { agentOfSession, openSession } from './session.ts'

interface McpParts {
  base_url: string
  service_domain: string
  keys: Keys
  makeCtx: (actor: FastifyRequest['actor'], request_id: string) => Exchange['ctx']
}

const metadataPath = '/.well-known/oauth-protected-resource'
const hidden = { hide: true }
const open = { config: { access: { roles: 'public' } }, schema: hidden } as const

/** The endpoint for agents, and the metadata by which they find the authorization server (RFC 9728). */
export function mountMcp(http: FastifyInstance, parts: McpParts): void {
  const { base_url } = parts
  const metadata = {
    resource: `${base_url}/mcp`,
    authorization_servers: [base_url],
    bearer_methods_supported: ['header'],
    scopes_supported: ['api'],
    resource_name: 'Mainstay',
  }
  for (const url of [metadataPath, `${metadataPath}/mcp`]) http.get(url, open, async () => metadata)

  let handler: McpHttpHandler | undefined
  http.route({
    method: 'POST',
    url: '/mcp',
    config: { access: { roles: everyone } },
    schema: hidden,
    onSend: async (request, reply) => {
      if (reply.statusCode === 401)
        reply.header('www-authenticate', challenge(base_url, request.headers.authorization))
    },
    handler: async (request, reply) => {
      checkOrigin(request, parts)
      refuseBatch(request)
      // Most services are never called by an agent, and need not load the protocol. Not kept as a promise: it may fail.
      handler ??= (await import('./server.ts')).openHandler(http)
      const exchange = openExchange(request, parts)
      return send(request, reply, handler, exchange, parts)
    },
  })
}

/** A request without a token is no error (RFC 6750): it asks where to get one. */
const challenge = (baseUrl: string, given: string | undefined) =>
  `Bearer realm="mainstay", ${given ? 'error="invalid_token", ' : ''}resource_metadata="${baseUrl}${metadataPath}/mcp", scope="api"`

/** A page in a browser must not reach the service by a name that it controls. */
function checkOrigin({ headers: { origin } }: FastifyRequest, { service_domain, base_url }: McpParts): void {
  if (origin !== undefined && !isOwnOrigin(origin, service_domain, base_url))
    throw new Problem(403, 'foreign_origin', 'Requests from pages of other origins are not accepted here')
}

/** One request must not do the work of many; the protocol has no batches since revision 2025-06-18. */
function refuseBatch({ body }: FastifyRequest): void {
  if (Array.isArray(body))
    throw new Problem(
      400,
      'batch_not_supported',
      'Batches are not supported: send each message in a request of its own',
    )
}

function openExchange(request: FastifyRequest, { keys, makeCtx }: McpParts): Exchange {
  const { actor, headers, id, ip, body } = request
  return {
    ctx: makeCtx(actor, id),
    agent: agentOf(keys, actor.id, headers, body),
    authorization: headers.authorization!,
    address: ip,
    request_id: id,
  }
}

function agentOf(keys: Keys, actor_id: string, headers: FastifyRequest['headers'], body: unknown): Agent {
  const named = agentIn(body)
  if (named) return named
  const session = headers['mcp-session-id']
  const known = session === undefined ? undefined : agentOfSession(keys, actor_id, String(session))
  // The protocol asks for a 404, upon which the client introduces itself again.
  if (session !== undefined && !known)
    throw new Problem(404, 'unknown_session', 'This session does not exist')
  return known ?? { name: printable(headers['user-agent']) || 'unknown', version: '' }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: McpHttpHandler,
  exchange: Exchange,
  { base_url, keys }: McpParts,
) {
  const { body, headers } = request
  const forwarded = new Request(`${base_url}/mcp`, { method: 'POST', headers: textual(headers) })
  const authInfo = { token: '', clientId: exchange.ctx.actor.id, scopes: [], extra: { ...exchange } }
  const response = await handler.fetch(forwarded, { parsedBody: body, authInfo })
  const text = await response.text()
  const type = response.headers.get('content-type')
  if (type) reply.header('content-type', type)
  if (isInitialize(body) && response.ok)
    reply.header('mcp-session-id', openSession(keys, exchange.ctx.actor.id, exchange.agent))
  return reply.code(response.status).send(text)
}

const forwardedHeaders = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
]
const textual = (headers: FastifyRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    forwardedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
