import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { path, type Preset } from './model.ts'

/** The tools whose events are understood; they change only with the service. */
export const usePresets = () =>
  useQuery({
    queryKey: [path, 'presets'],
    queryFn: async ({ signal }) => (await read<{ data: Preset[] }>(`${path}/presets`, signal)).data,
    staleTime: Infinity,
  })

export const usePreset = (name: string | null): Preset | undefined =>
  usePresets().data?.find((preset) => preset.name === name)
