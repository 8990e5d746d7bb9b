import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptAnyContentType } from '../../../http/api.ts'
import type { Reply } from '../../../http/reply.ts'
import { Problem } from '../../../kernel/errors.ts'
import { bytesOf, payloadLimit } from '../inbound/payload.ts'
import { receiveAlerts } from './alertmanager.ts'
import { actOnAlert, createAlert, refuseAlert, requestStatus } from './opsgenie.ts'
import { enqueue, refuseEvent } from './pagerduty.ts'
import type { AlertAction, CompatCall, CompatParts } from './receiver.ts'

type Answer = (call: CompatCall, request: FastifyRequest) => Promise<Reply>
type Refuse = (problem: Problem) => Reply

const options = {
  config: { access: { roles: 'public' } },
  schema: { hide: true },
  bodyLimit: payloadLimit,
} as const

/**
 * Endpoints in the formats of other products, so that a tool which can reach those reaches this service by another address
 * and key. Outside of the described API: their contract is that of the original.
 */
export function mountCompat(http: FastifyInstance, parts: CompatParts): void {
  http.register(async (scoped) => {
    acceptAnyContentType(scoped)
    const add = (method: 'GET' | 'POST', url: string, answer: Answer, refuse?: Refuse) =>
      scoped.route({
        method,
        url: `/compat${url}`,
        ...options,
        handler: async (request, reply) => {
          const { headers, body } = request
          const call = { ctx: parts.makeCtx(), headers, bytes: bytesOf(body) }
          const {
            status,
            body: content,
            headers: more,
          } = await answer(call, request).catch(refusedBy(refuse))
          return reply
            .code(status)
            .headers(more)
            .header('content-type', 'application/json; charset=utf-8')
            .send(JSON.stringify(content))
        },
      })

    add('POST', '/pagerduty/v2/enqueue', (call) => enqueue(parts, call), refuseEvent)
    add('POST', '/alertmanager', (call) => receiveAlerts(parts, call))
    mountOpsgenie(parts, (method, url, answer) =>
      add(method, `/opsgenie/v2/alerts${url}`, answer, refuseAlert),
    )
  })
}

const actions: [path: string, action: AlertAction][] = [
  ['close', 'resolve'],
  ['acknowledge', 'acknowledge'],
  ['notes', 'note'],
]

function mountOpsgenie(
  parts: CompatParts,
  add: (method: 'GET' | 'POST', url: string, answer: Answer) => void,
): void {
  add('POST', '', (call) => createAlert(parts, call))
  add('GET', '/requests/:request_id', (call, { params }) =>
    requestStatus(parts, call, (params as { request_id: string }).request_id),
  )
  for (const [path, action] of actions)
    add('POST', `/:identifier/${path}`, (call, { params, query }) => {
      const { identifierType = 'id' } = query as { identifierType?: string }
      const { identifier } = params as { identifier: string }
      return actOnAlert(parts, call, { action, identifier, identifierType })
    })
}

/** Refusals of the caller in the format of the original; everything else is our own failure. */
const refusedBy =
  (refuse: Refuse | undefined) =>
  (error: unknown): Reply => {
    if (!refuse || !(error instanceof Problem)) throw error
    return refuse(error)
  }
