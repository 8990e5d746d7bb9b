import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { InboundPreset as Preset } from '../../api/schema.d.ts'
import { path } from './model.ts'

/** The tools whose events are understood; they change only with the service. */
export const usePresets = () =>
  useQuery({
    queryKey: [path, 'presets'],
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/webhooks/inbound/presets', { signal }))).data,
    staleTime: Infinity,
  })

export const usePreset = (name: string | null): Preset | undefined =>
  usePresets().data?.find((preset) => preset.name === name)
