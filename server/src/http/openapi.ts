import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { roles, type Role } from '../kernel/actor.ts'
import { FieldErrors } from '../kernel/schema.ts'
import { apiRoot } from './api.ts'
import { referToHeaders, shareComponents, type MoreDescriptions } from './components.ts'
import { headersOf, responseHeaders } from './headers.ts'
import { ListPage } from './list.ts'

/** Route schemas are the source of the API description, which is the source of everything else. */
export async function describeApi(
  app: FastifyInstance,
  version: string,
  more: MoreDescriptions[] = [],
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mainstay',
        version,
        description:
          'Incident management: incidents, changes, requests, CMDB, knowledge, webhooks and AI assistance. ' +
          'Times are ISO 8601 in UTC. Every answer has X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset. ' +
          'x-roles lists the roles that may call an operation; everyone stands for all of them.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From /oauth2/token' },
        },
        schemas: { Problem: problemSchema as object, ListPage },
        responses: { Problem: problemResponse },
        headers: responseHeaders,
      },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => {
      const { access, takes, optionalBody, mayStream, ownIdempotency } = route.config ?? {}
      const { response = {} } = schema as { response?: Parameters<typeof headersOf>[0]['response'] }
      const described = {
        ...schema,
        operationId: operationId(String(route.method), url),
        ...(access?.roles === 'public' ? { security: [] } : { 'x-roles': rolesOf(access?.roles) }),
        ...(access?.recentSignIn && { 'x-recent-sign-in': true }),
        'x-headers': headersOf({ method: String(route.method), url, response, ownIdempotency }),
        ...(takes && { 'x-takes': takes }),
        ...(mayStream && { 'x-may-stream': true }),
        ...(optionalBody && { 'x-optional-body': true }),
      }
      return { schema: described, url }
    },
    transformObject: (input) =>
      shareComponents('openapiObject' in input ? input.openapiObject : {}, {
        paths: Object.assign({}, ...more.map(({ paths }) => paths)) as object,
        webhooks: Object.assign({}, ...more.map(({ webhooks }) => webhooks)) as object,
        schemas: Object.assign({}, ...more.map(({ schemas }) => schemas)) as object,
      }),
  })
}

/** After the routes: the description itself, and a reference page that loads nothing from other hosts. */
export function serveApiDescription(app: FastifyInstance): void {
  const open = { config: { access: { roles: 'public' } }, schema: { hide: true } } as const
  let text: string | undefined
  app.get(`${apiRoot}/openapi.json`, open, async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send((text ??= JSON.stringify(app.swagger()))),
  )
  let page: FastifyInstance | undefined
  for (const url of ['/docs', '/docs/*'])
    app.get(url, open, async (request, reply) => {
      page ??= await openReferencePage() // not kept as a promise: it may fail
      const { statusCode, headers, rawPayload } = await page.inject(request.url)
      if (statusCode >= 400) return reply.callNotFound()
      const isHtml = String(headers['content-type']).startsWith('text/html')
      return reply
        .code(statusCode)
        .headers(pick(headers, ['content-type', 'location', 'etag', 'cache-control']))
        .header('content-security-policy', policyFor(isHtml ? rawPayload.toString() : ''))
        .send(rawPayload)
    })
}

/** The package of the reference page is large, so it is loaded on demand, in a server of its own. */
async function openReferencePage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(reference, { routePrefix: '/docs', configuration: pageConfiguration })
  return page as unknown as FastifyInstance
}

const pick = (headers: OutgoingHttpHeaders, names: string[]) =>
  Object.fromEntries(names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]))

/** Its inline script is allowed by its digest; its styles are generated at run time. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].filter(([, script]) => script !== '')
  const digests = inline.map(
    ([, script]) => ` 'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  return (
    `default-src 'none'; script-src 'self'${digests.join('')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  )
}

const pageConfiguration = {
  url: `${apiRoot}/openapi.json`,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  favicon: '/assets/icon.svg',
  metaData: { title: 'Mainstay API' },
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  proxyUrl: '',
} as const

const rolesOf = (allowed: readonly Role[] = []) => (allowed.length === roles.length ? ['everyone'] : allowed)

/** `GET /prod/api/v1/incidents/:id/notes` becomes `get_incidents_id_notes`. */
const operationId = (method: string, url: string) =>
  `${method.toLowerCase()}${url.replace(apiRoot, '').replace(/[^a-z0-9]+/gi, '_')}`.replace(/_$/, '')

export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    request_id: { type: 'string' },
    errors: { ...FieldErrors, description: 'Validation errors by field' },
    required_roles: {
      type: 'array',
      description: 'With insufficient_role',
      items: { type: 'string' },
    },
    current_state: { type: 'string', description: 'With invalid_state_transition' },
    requested_state: { type: 'string', description: 'With invalid_state_transition' },
    allowed_transitions: {
      type: 'array',
      description: 'With invalid_state_transition',
      items: { type: 'string' },
    },
    field: {
      type: 'string',
      description: 'With already_decided and approval_required: the field that cannot be edited',
    },
    max_age: {
      type: 'integer',
      description: 'With reauthentication_required: seconds that a sign-in is recent enough',
    },
    existing_id: { type: 'string', description: 'With already_exists: the record that has the identifier' },
    article_id: { type: 'string', description: 'With already_drafted: the article' },
  },
}

const problemContent = { schema: { $ref: '#/components/schemas/Problem' } }

const problemResponse = {
  description: 'What went wrong; as application/json to a caller that accepts only that',
  headers: referToHeaders([
    'ETag',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ]),
  content: { 'application/problem+json': problemContent, 'application/json': problemContent },
}
