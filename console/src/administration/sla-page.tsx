import { Stack, Text } from '@mantine/core'
import { useRead } from '../api/records.ts'
import { Loaded } from '../records/loaded.tsx'
import { Section } from '../shell/section.tsx'
import { administration } from '../words/administration.ts'
import { calendarsPath } from './calendar.ts'
import { Calendars } from './calendars.tsx'
import { Policies, policiesPath } from './policies.tsx'

const { sla: w } = administration

export function SlaPage() {
  const calendars = useRead(calendarsPath)
  const policies = useRead(policiesPath)
  return (
    <Stack maw={960}>
      <Section title={w.policies}>
        <Text size="sm">{w.policiesHint}</Text>
        <Loaded query={policies}>
          {({ data }) => <Policies policies={data} calendars={calendars.data?.data ?? []} />}
        </Loaded>
      </Section>
      <Calendars />
    </Stack>
  )
}
