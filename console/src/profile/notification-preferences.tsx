import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { NotificationPreferences as Preferences } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { profile as w } from '../words/profile.ts'

const path = '/notifications/preferences'
const channels = Object.entries(w.channels).map(([value, label]) => ({ value, label }))
const categories = Object.entries(w.categories satisfies Record<keyof Preferences, string>)

/** Each choice is saved at once. */
export function NotificationPreferences() {
  const queries = useQueryClient()
  const preferences = useQuery({ queryKey: [path], queryFn: () => bodyOf(api.GET(path)) })
  const save = useMutation({
    mutationFn: (change: Partial<Preferences>) => bodyOf(api.PATCH(path, { body: change })),
    onSuccess: (saved) => queries.setQueryData([path], saved),
  })
  return (
    <Section title={w.preferences}>
      {save.error && <Failure error={save.error} />}
      <Loaded query={preferences}>
        {(data) => (
          <Stack gap="xs">
            {categories.map(([category, label]) => (
              <div key={category}>
                <Text size="sm" mb={4}>
                  {label}
                </Text>
                <SegmentedControl
                  size="xs"
                  aria-label={label}
                  data={channels}
                  value={data[category as keyof Preferences]}
                  onChange={(channel) => save.mutate({ [category]: channel })}
                />
              </div>
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
