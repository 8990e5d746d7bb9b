import type { CreateInboundWebhook } from '../../api/schema.d.ts'
import { choicesFrom } from '../../records/choices-from.ts'
import type { FieldOf } from '../../records/field-input.tsx'
import { webhooks as webhooksWords } from '../../words/webhooks.ts'
import { Conditions, ResolveConditions } from '../rules/conditions.tsx'
import { Mapping } from '../rules/mapping.tsx'

const { inbound: w, mapping, ...webhooks } = webhooksWords

/** What decides what a payload does. */
export const ruleFields: readonly FieldOf<CreateInboundWebhook>[] = [
  { name: 'field_mapping', label: mapping.field_mapping, hint: mapping.hint, input: Mapping },
  { name: 'filters', label: mapping.filters, hint: mapping.filtersHint, input: Conditions },
  { name: 'resolve_when', label: mapping.resolve_when, hint: mapping.resolveHint, input: ResolveConditions },
  { name: 'action', label: w.action, kind: 'choice', required: true, choices: choicesFrom(w.actions) },
]

const names: readonly FieldOf<CreateInboundWebhook>[] = [
  { name: 'name', label: webhooks.name, required: true },
  { name: 'description', label: w.description, kind: 'long' },
]
const signing: readonly FieldOf<CreateInboundWebhook>[] = [
  { name: 'secret_enabled', label: w.secret, kind: 'flag' },
  { name: 'require_timestamp', label: w.timestamp, hint: w.timestampHint, kind: 'flag' },
]
const notify: FieldOf<CreateInboundWebhook> = { name: 'notify_stakeholders', label: w.notify, kind: 'flag' }

export const settings: readonly FieldOf<CreateInboundWebhook>[] = [...names, notify, ...signing]

export const newFields: readonly FieldOf<CreateInboundWebhook>[] = [
  ...names,
  ...ruleFields,
  notify,
  ...signing,
  { name: 'active', label: webhooks.active, kind: 'flag' },
]
