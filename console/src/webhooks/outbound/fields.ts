import type { CreateOutboundWebhook } from '../../api/schema.d.ts'
import { choicesFrom } from '../../records/choices-from.ts'
import type { FieldOf } from '../../records/field-input.tsx'
import { webhooks as webhooksWords } from '../../words/webhooks.ts'
import { Conditions } from '../rules/conditions.tsx'
import { Headers } from '../rules/headers.tsx'

const { outbound: w, ...webhooks } = webhooksWords

const fieldsWith = (headersHint: string): readonly FieldOf<CreateOutboundWebhook>[] => [
  { name: 'name', label: webhooks.name, required: true },
  { name: 'url', label: w.url, hint: w.urlHint, required: true },
  {
    name: 'events',
    label: w.events,
    hint: w.eventsHint,
    kind: 'choices',
    required: true,
    choices: choicesFrom(webhooks.eventTypes),
  },
  {
    name: 'format',
    label: w.format,
    hint: w.formatHint,
    kind: 'choice',
    required: true,
    choices: choicesFrom(w.formats),
  },
  { name: 'filters', label: w.filters, hint: w.filtersHint, input: Conditions },
  { name: 'headers', label: w.headers, hint: headersHint, input: Headers },
  { name: 'timeout_seconds', label: w.timeout, kind: 'number' },
  { name: 'sign_payloads', label: w.sign, kind: 'flag' },
]

/** Pausing has its own button. */
export const settings = fieldsWith(w.savedHeadersHint)

export const newFields: readonly FieldOf<CreateOutboundWebhook>[] = [
  ...fieldsWith(w.headersHint),
  { name: 'active', label: webhooks.active, kind: 'flag' },
]
