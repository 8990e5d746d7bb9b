import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { canonicalIp } from '../../../kernel/client-network.ts'
import { inAsyncContext } from './async-context.ts'

interface ForwardOptions {
  url?: string
  /** Fastify has read the stream already. */
  body?: string | undefined
  /** Runs just before the provider writes its response. */
  beforeResponse?: (status: number) => Promise<void>
}

/** A request as a reverse proxy would forward it: the provider trusts its `X-Forwarded-` headers. */
class ProviderRequest extends IncomingMessage {
  readonly beforeResponse: ForwardOptions['beforeResponse']

  constructor(request: FastifyRequest, issuer: string, { url, body = '', beforeResponse }: ForwardOptions) {
    super(new Socket()) // never the socket of the caller: destroying a message destroys its socket
    this.complete = true
    this.beforeResponse = beforeResponse
    this.method = request.method
    this.url = url ?? request.url
    const { 'transfer-encoding': _, ...headers } = request.headers
    const { host, protocol } = new URL(issuer)
    this.headers = {
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      'x-forwarded-for': canonicalIp(request.ip),
      // Its pages and redirects use BASE_URL, not the Host that the caller sent.
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    }
    this.push(body)
    this.push(null)
  }
}

/** Lets the provider respond. It writes to the socket itself, so headers that are set already must be copied. */
export async function forward(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions = {},
): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  const message = new ProviderRequest(request, provider.issuer, options)
  await inAsyncContext(() => provider.callback()(message, reply.raw))
}

export function awaitBeforeResponse(provider: Provider): void {
  provider.use(async ({ req, response }, next) => {
    await next()
    if (req instanceof ProviderRequest) await req.beforeResponse?.(response.status)
  })
}
