import type { InboundWebhook } from '../../api/schema.d.ts'
import { webhooks } from '../../words/webhooks.ts'
import { shell } from '../../words/shell.ts'
import type { WebhookView } from '../view.ts'
import { Address } from './address.tsx'
import { Calls } from './calls.tsx'
import { settings } from './fields.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { usePreset } from './presets.ts'

const { inbound: w, calls, mapping } = webhooks

const PresetTitle = ({ name }: { name: string | null }) => usePreset(name)?.title ?? name ?? shell.none

export const inboundView: WebhookView<InboundWebhook> = {
  direction: 'inbound',
  questions: w.questions,
  pausedHint: w.pausedHint,
  isSigned: ({ secret_enabled }) => secret_enabled,
  detail: ({ description }) => description,
  Summary: Address,
  tabs: [
    { name: 'calls', label: calls.title, Panel: ({ answer }) => <Calls id={answer.body.id} /> },
    { name: 'mapping', label: mapping.title, Panel: MappingEditor, keepMounted: true },
  ],
  settings,
  facts: ({ preset }) => [[w.preset, <PresetTitle key="preset" name={preset} />]],
}
