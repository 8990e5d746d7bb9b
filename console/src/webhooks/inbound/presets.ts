import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { InboundPreset as Preset } from '../../api/schema.d.ts'
import { path } from './model.ts'

/** They change only with a new version of the service. */
export const usePresets = () =>
  useQuery({
    queryKey: [path, 'presets'],
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/webhooks/inbound/presets', { signal }))).data,
    staleTime: Infinity,
  })

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
