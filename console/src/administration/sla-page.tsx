import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import type { BusinessCalendar, SlaPolicy } from '../api/schema.d.ts'
import { fieldError } from '../records/problems.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { administration } from '../words/administration.ts'
import { shell } from '../words/shell.ts'
import { Calendars } from './calendars.tsx'
import { calendarsPath, useCalendars } from './use-calendars.ts'

const { sla: w } = administration
const path = '/sla/policies'

export function SlaPage() {
  const calendars = useCalendars()
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => bodyOf(api.GET(path, { signal })),
  })
  return (
    <Stack maw={960}>
      <Section title={w.policies}>
        <Text size="sm">{w.policiesHint}</Text>
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.data.map((policy) => (
          <PolicyForm
            key={`${policy.priority} ${policy.target_minutes} ${policy.calendar_id}`}
            policy={policy}
            calendars={calendars.data?.data ?? []}
          />
        ))}
      </Section>
      <Calendars calendars={calendars} />
    </Stack>
  )
}

function PolicyForm({ policy, calendars }: { policy: SlaPolicy; calendars: readonly BusinessCalendar[] }) {
  const { priority, is_default } = policy
  const queries = useQueryClient()
  const [minutes, setMinutes] = useState<string | number>(policy.target_minutes)
  const [calendar, setCalendar] = useState(policy.calendar_id)
  const save = useMutation({
    mutationFn: () =>
      api.PUT('/sla/policies/{priority}', {
        params: { path: { priority } },
        body: { target_minutes: minutes as number, calendar_id: calendar },
      }),
    onSuccess: async () => {
      notify(w.saved(priority))
      await queries.invalidateQueries({ queryKey: [path] })
      await queries.invalidateQueries({ queryKey: [calendarsPath] })
    },
  })
  const isChanged = minutes !== policy.target_minutes || calendar !== policy.calendar_id
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Group align="end" gap="sm">
        <NumberInput
          label={w.minutes(priority)}
          description={is_default ? w.isDefault : undefined}
          min={1}
          value={minutes}
          error={fieldError(save.error, 'target_minutes')}
          onChange={setMinutes}
          w="12rem"
        />
        <Select
          label={w.calendar(priority)}
          placeholder={w.always}
          data={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          value={calendar}
          onChange={setCalendar}
          clearable
          flex="1 1 12rem"
        />
        <Button
          type="submit"
          variant="default"
          disabled={!isChanged}
          loading={save.isPending}
          aria-label={w.saveOne(priority)}
        >
          {shell.save}
        </Button>
      </Group>
      {save.error && <Failure error={save.error} />}
    </form>
  )
}
