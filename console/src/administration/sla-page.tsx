import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import { Loaded } from '../records/loaded.tsx'
import { Section } from '../shell/section.tsx'
import { administration } from '../words/administration.ts'
import { Calendars } from './calendars.tsx'
import { Policies, policiesPath } from './policies.tsx'
import { useCalendars } from './use-calendars.ts'

const { sla: w } = administration

export function SlaPage() {
  const calendars = useCalendars()
  const policies = useQuery({
    queryKey: [policiesPath],
    queryFn: ({ signal }) => bodyOf(api.GET(policiesPath, { signal })),
  })
  return (
    <Stack maw={960}>
      <Section title={w.policies}>
        <Text size="sm">{w.policiesHint}</Text>
        <Loaded query={policies}>
          {({ data }) => <Policies policies={data} calendars={calendars.data?.data ?? []} />}
        </Loaded>
      </Section>
      <Calendars calendars={calendars} />
    </Stack>
  )
}
