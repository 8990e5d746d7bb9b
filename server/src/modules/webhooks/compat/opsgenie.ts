import { randomUUID } from 'node:crypto'
import { Reply } from '../../../http/reply.ts'
import { Problem } from '../../../kernel/errors.ts'
import { idPattern } from '../../../kernel/record-ids.ts'
import { payloadIn } from '../inbound/payload.ts'
import { errorsOf, respondersOf, textOf, type OpsgenieAlert } from './opsgenie-alert.ts'
import {
  act,
  raise,
  webhookOfKey,
  type AlertAction,
  type AlertReference,
  type CompatCall,
  type CompatParts,
} from './receiver.ts'

const secondsSince = (started: number) => Math.round(performance.now() - started) / 1000

/**
 * The original answers before it has processed a request, and its clients ask by the request ID what became of it. Here the
 * answer is final; the ID begins with that of the incident, so that the question can be answered without a table.
 */
const accept = (started: number, incident_id = 'none') =>
  new Reply(202, {
    result: 'Request will be processed',
    took: secondsSince(started),
    requestId: `${incident_id}-${randomUUID()}`,
  })

const refuse = (status: number, message: string, more: object = {}, headers: Record<string, string> = {}) =>
  new Reply(status, { message, ...more, took: 0, requestId: randomUUID() }, headers)

const unprocessable = (errors: Record<string, string>) =>
  refuse(422, 'Request body is not processable. Please check the errors.', { errors })

async function authenticate(parts: CompatParts, { ctx, headers }: CompatCall) {
  const key = /^GenieKey +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const found = await webhookOfKey(parts, ctx, key)
  if (!found) throw new Problem(401, 'unauthenticated', 'Could not authenticate')
  return found
}

/** `POST /v2/alerts` of Opsgenie's Alert API. */
export async function createAlert(parts: CompatParts, call: CompatCall): Promise<Reply> {
  const started = performance.now()
  const found = await authenticate(parts, call)
  const given = payloadIn(call.bytes, call.headers)
  const errors = errorsOf(given)
  if (Object.keys(errors).length > 0) return unprocessable(errors)
  const alert = given as OpsgenieAlert
  const alias = alert.alias?.trim() ? alert.alias : randomUUID()
  const payload = { ...alert, alias, responders: respondersOf(alert) }
  const { incident_id } = await raise(parts, call, found, payload)
  return accept(started, incident_id)
}

const verbs = { resolve: 'Closed', acknowledge: 'Acknowledged', note: 'Note' } as const

/** `POST /v2/alerts/:identifier/close`, `/acknowledge` and `/notes`. */
export async function actOnAlert(
  parts: CompatParts,
  call: CompatCall,
  { action, identifier, identifierType }: { action: AlertAction; identifier: string; identifierType: string },
): Promise<Reply> {
  const started = performance.now()
  const found = await authenticate(parts, call)
  const body = call.bytes.length > 0 ? payloadIn(call.bytes, call.headers) : {}
  const { note } = (body ?? {}) as { note?: unknown }
  if (action === 'note' && (typeof note !== 'string' || note.trim() === ''))
    return unprocessable({ note: 'Note can not be empty.' })
  const alert = referenceTo(identifier, identifierType)
  if (!alert) return unprocessable({ identifierType: 'Identifier type should be one of [ id, alias ].' })
  const text = textOf(verbs[action], body, found.webhook.name)
  const { incident_id } = await act(parts, call, found, { action, alert, text })
  return accept(started, incident_id)
}

function referenceTo(identifier: string, type: string): AlertReference | undefined {
  if (type === 'alias') return { dedup_key: identifier }
  return type === 'id' ? { incident_id: identifier } : undefined
}

const requestForm = new RegExp(`^(${idPattern('incident')})-[0-9a-f-]{36}$`)

/** `GET /v2/alerts/requests/:requestId`: clients learn the ID of the alert here. */
export async function requestStatus(parts: CompatParts, call: CompatCall, requestId: string): Promise<Reply> {
  await authenticate(parts, call)
  const alertId = requestForm.exec(requestId)?.[1]
  const isSuccess = alertId !== undefined
  const status = isSuccess ? 'Processed alert' : 'Alert does not exist'
  const data = { success: isSuccess, isSuccess, status, alertId: alertId ?? '', integrationId: '' }
  return new Reply(200, { data, took: 0, requestId })
}

/** Refusals in the format of the original. */
export function refuseAlert({ status, message, errors, headers }: Problem): Reply {
  if (status === 429) return refuse(429, 'You are making too many requests!', {}, headers)
  if (status !== 400) return refuse(status, message, {}, headers)
  if (!errors) return refuse(422, message, {}, headers)
  return unprocessable(Object.fromEntries(errors.map((error) => [error.field, error.message])))
}
