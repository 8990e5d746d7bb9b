import type { FastifyReply, FastifyRequest } from 'fastify'

const exposed =
  'ETag, Location, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, WWW-Authenticate, Mcp-Session-Id, Idempotent-Replayed'
const accepted =
  'Authorization, Cache-Control, Content-Type, If-Match, Idempotency-Key, Last-Event-ID, X-Request-Id, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name'

/** The domain of the service and its subdomains; plain http only if the service itself uses it. */
export function isOwnOrigin(origin: string, domain: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: canonical } = new URL(origin)
  const schemes = baseUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  return (
    canonical === origin &&
    schemes.includes(protocol) &&
    (hostname === domain || hostname.endsWith(`.${domain}`))
  )
}

/** True for a preflight, whose headers are the whole response. */
export function applyCors(
  request: FastifyRequest,
  reply: FastifyReply,
  domain: string,
  baseUrl: string,
): boolean {
  const { origin } = request.headers
  const own = origin !== undefined && isOwnOrigin(origin, domain, baseUrl)
  if (own)
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed)
  const preflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!preflight) return false
  if (own)
    reply
      .header('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE')
      .header('access-control-allow-headers', accepted)
      .header('access-control-max-age', '600')
  return true
}
