import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { apiRoot } from './api.ts'

/** The contract runs one way: route schemas make this document, and it makes everything else. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mainstay',
        version,
        description:
          'Incident management: incidents, changes, requests, CMDB, knowledge, webhooks and AI assistance.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { Problem: problemSchema as never },
      },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => {
      const { access } = route.config ?? {}
      const described = {
        ...schema,
        operationId: operationId(String(route.method), url),
        response: { ...(schema.response as object), default: problemResponse },
        ...(access?.roles === 'public' ? { security: [] } : { 'x-roles': access?.roles }),
        ...(access?.recentSignIn && { 'x-recent-sign-in': true }),
      }
      return { schema: described as never, url }
    },
  })
}

/** After the routes: the document itself, and a page to read it on that loads nothing from elsewhere. */
export async function serveApiDescription(app: FastifyInstance): Promise<void> {
  const open = { config: { access: { roles: 'public' } }, schema: { hide: true } } as const
  let text: string | undefined
  app.get(`${apiRoot}/openapi.json`, open, async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send((text ??= JSON.stringify(app.swagger()))),
  )
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: { roles: 'public' } }
    })
    page.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', policyFor(typeof payload === 'string' ? payload : ''))
    })
    await page.register(reference, { routePrefix: '/docs', configuration: pageConfiguration as never })
  })
}

/** Its own inline script is known by its digest; styles it makes as it goes. */
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
}

/** `GET /prod/api/v1/incidents/:id/notes` becomes `get_incidents_id_notes`. */
const operationId = (method: string, url: string) =>
  `${method.toLowerCase()}${url.replace(apiRoot, '').replace(/[^a-z0-9]+/gi, '_')}`.replace(/_$/, '')

const problemSchema = {
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
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          pointer: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
}

const problemResponse = {
  description: 'What went wrong',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
