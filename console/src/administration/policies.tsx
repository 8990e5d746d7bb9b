import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ifMatch } from '../api/client.ts'
import type { BusinessCalendar, SlaPolicy } from '../api/schema.d.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { fieldError, isShownAtFields } from '../records/problems.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { notify } from '../shell/notify.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { administration } from '../words/administration.ts'
import { shell } from '../words/shell.ts'
import { parseTarget, targetText } from './target-time.ts'
import { calendarsPath } from './calendar.ts'

const { sla: w } = administration
export const policiesPath = '/sla/policies'

/** The same for the head and all rows. */
const widths = { priority: '4rem', target: '12rem', calendar: '1 1 10rem', end: '5rem' }

interface Props {
  policies: readonly SlaPolicy[]
  calendars: readonly BusinessCalendar[]
}

export const Policies = ({ policies, calendars }: Props) => (
  <Stack gap="xs">
    <Group gap="sm" visibleFrom="sm" aria-hidden>
      <Text size="sm" fw={500} w={widths.priority}>
        {w.priority}
      </Text>
      <Text size="sm" fw={500} w={widths.target}>
        {w.target}
      </Text>
      <Text size="sm" fw={500} flex={widths.calendar}>
        {w.calendar}
      </Text>
      <Text w={widths.end} />
    </Group>
    {policies.map((policy) => (
      <PolicyForm key={policy.priority} policy={policy} calendars={calendars} />
    ))}
  </Stack>
)

interface FormProps {
  policy: SlaPolicy
  calendars: readonly BusinessCalendar[]
}

function PolicyForm({ policy, calendars }: FormProps) {
  const { priority, is_default, version } = policy
  const queries = useQueryClient()
  /** What the user has changed; the rest follows the service. */
  const [draft, setDraft] = useState<{ target?: string; calendar?: string | null }>({})
  const { target = targetText(policy.target_minutes), calendar = policy.calendar_id } = draft
  const minutes = parseTarget(target)
  const save = useMutation({
    mutationFn: (target_minutes: number) =>
      api.PUT('/sla/policies/{priority}', {
        params: { path: { priority } },
        ...ifMatch(`"${version}"`),
        body: { target_minutes, calendar_id: calendar },
      }),
    onSuccess: async () => {
      notify(w.saved(priority))
      await queries.invalidateQueries({ queryKey: [policiesPath] })
      setDraft({})
      await queries.invalidateQueries({ queryKey: [calendarsPath] })
    },
    // The user must see what others changed.
    onError: () => queries.invalidateQueries({ queryKey: [policiesPath] }),
  })
  const isChanged = minutes !== policy.target_minutes || calendar !== policy.calendar_id
  return (
    <form onSubmit={withoutReload(() => minutes !== undefined && isChanged && save.mutate(minutes))}>
      <Group align="start" gap="sm">
        <Group w={widths.priority} h={36}>
          <PriorityBadge priority={priority} />
        </Group>
        <TextInput
          aria-label={w.targetOf(priority)}
          value={target}
          error={minutes === undefined ? w.targetProblem : fieldError(save.error, 'target_minutes')}
          onChange={(event) => setDraft({ ...draft, target: event.currentTarget.value })}
          w={widths.target}
        />
        <Select
          aria-label={w.calendarOf(priority)}
          placeholder={w.always}
          data={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          value={calendar}
          onChange={(calendar) => setDraft({ ...draft, calendar })}
          clearable
          flex={widths.calendar}
        />
        <Group w={widths.end} h={36}>
          {isChanged ? (
            <Button
              type="submit"
              disabled={minutes === undefined}
              loading={save.isPending}
              aria-label={w.saveOne(priority)}
              fullWidth
            >
              {shell.save}
            </Button>
          ) : (
            is_default && <Dimmed>{w.isDefault}</Dimmed>
          )}
        </Group>
      </Group>
      {save.error && !isShownAtFields(save.error, [{ name: 'target_minutes' }]) && (
        <Failure error={save.error} />
      )}
    </form>
  )
}
