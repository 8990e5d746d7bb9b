import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import { useRead } from '../api/records.ts'
import type { NotificationPreferences as Preferences } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { profile as w } from '../words/profile.ts'

const path = '/notifications/preferences'
const channels = Object.entries(w.channels).map(([value, label]) => ({ value, label }))
const channelsWithoutMail = channels.filter(({ value }) => value !== 'email')

type Category = keyof typeof w.categories
const categories = Object.entries(
  w.categories satisfies Record<Exclude<keyof Preferences, 'sends_email'>, string>,
)

/** Without a mail server, what would also be sent by e-mail is only in the console. */
const channelIn = ({ sends_email, ...chosen }: Preferences, category: Category) =>
  chosen[category] === 'email' && !sends_email ? 'console' : chosen[category]

/** Each choice is saved at once. */
export function NotificationPreferences() {
  const queries = useQueryClient()
  const preferences = useRead(path)
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
            {!data.sends_email && <Text size="sm">{w.noMail}</Text>}
            {categories.map(([category, label]) => (
              <div key={category}>
                <Text size="sm" mb={4}>
                  {label}
                </Text>
                <SegmentedControl
                  size="xs"
                  aria-label={label}
                  data={data.sends_email ? channels : channelsWithoutMail}
                  value={channelIn(data, category as Category)}
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
