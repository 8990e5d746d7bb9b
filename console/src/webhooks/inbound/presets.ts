import { useRead } from '../../api/records.ts'
import type { InboundPreset as Preset } from '../../api/schema.d.ts'

/** They change only with a new version of the service. */
export const usePresets = () =>
  useRead('/webhooks/inbound/presets', { select: ({ data }) => data, staleTime: Infinity })

export const usePreset = (name: string | null): Preset | undefined =>
  usePresets().data?.find((preset) => preset.name === name)

/** The rules of a new webhook. */
export const initialRules = (preset: Preset | undefined) => ({
  name: preset?.title ?? '',
  action: 'create_incident',
  field_mapping: preset?.field_mapping ?? { short_description: '{{ title }}' },
  filters: preset?.filters ?? [],
  resolve_when: preset?.resolve_when ?? [],
})
