import { Type, type Static } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import { parseJson } from '../../../http/parse-json.ts'
import { invalidField, Problem } from '../../../kernel/errors.ts'
import { Enum, FieldErrors, NamedBody, NamedObject } from '../../../kernel/schema.ts'
import { Filter } from '../mapping/filters.ts'
import { CreateInbound, InboundWebhook } from './model.ts'
import { payloadLimit } from './payload.ts'
import { presets } from './presets.ts'
import { checkRules, compileRules, type Rules } from './rules.ts'
import { find } from './service.ts'

export const DryRun = NamedObject('DryRun', {
  status: Enum(['would_create', 'would_resolve', 'filtered', 'rejected']),
  incident: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'As it would be created' }),
  ),
  dedup_key: Type.Optional(Type.String()),
  work_note: Type.Optional(Type.String({ description: 'As it would be written to the incident' })),
  failed_filter: Type.Optional(Filter),
  errors: Type.Optional(FieldErrors),
})

const { action, filters, resolve_when } = CreateInbound.properties

export const Preview = NamedBody('InboundPreview', {
  payload: Type.String({
    minLength: 1,
    maxLength: payloadLimit,
    description: 'The body that the other system would send',
  }),
  action,
  field_mapping: InboundWebhook.properties.field_mapping,
  filters,
  resolve_when,
})
type Preview = Static<typeof Preview>

export async function dryRun(ctx: Ctx, id: string, given: unknown) {
  const webhook = await find(ctx, id)
  const payload = given === undefined ? presets[webhook.preset ?? '']?.sample : given
  if (payload === undefined) throw invalidField('body', 'required', 'Send the payload to preview as the body')
  return outcomeOf(webhook, payload)
}

/** The same for rules that are not saved yet. */
export function preview({
  payload,
  action = 'create_incident',
  field_mapping,
  filters = [],
  resolve_when = [],
}: Preview) {
  const rules = { action, field_mapping, filters, resolve_when }
  checkRules(rules)
  return outcomeOf(rules, parsePayload(payload))
}

function parsePayload(payload: string): unknown {
  try {
    return parseJson(Buffer.from(payload), 'any')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw invalidField('payload', 'json', error.message.replace(/^[Tt]he body/, 'payload'))
  }
}

function outcomeOf(rules: Rules, payload: unknown) {
  try {
    const { failed_filter, resolves, mapped } = compileRules(rules)(payload)
    if (!mapped) return { status: 'filtered', failed_filter }
    const { incident, dedup_key, work_note } = mapped
    if (resolves) return { status: 'would_resolve', dedup_key, ...(work_note !== undefined && { work_note }) }
    return { status: 'would_create', incident, ...(dedup_key !== undefined && { dedup_key }) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: 'rejected', errors: error.errors }
  }
}
