import { Button, Collapse, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../../api/records.ts'
import type { InboundEvent as InboundCall } from '../../api/schema.d.ts'
import { at } from '../../api/paths.ts'
import { ChoiceFilter } from '../../records/choice-filter.tsx'
import { Entries } from '../../records/entries.tsx'
import { RecordLink } from '../../records/record-link.tsx'
import { among } from '../../records/view.ts'
import { Empty } from '../../shell/empty.tsx'
import { WhenExactly } from '../../shell/time.tsx'
import { sentenceOf } from '../../shell/problem-text.ts'
import { webhooks } from '../../words/webhooks.ts'
import { records } from '../../words/records.ts'
import { Copyable, pretty } from '../copyable.tsx'
import { StateBadge } from '../../records/state-badge.tsx'
import { outcomes } from '../choices.ts'
import { useShow } from '../../shell/use-show.ts'

const { calls: w } = webhooks
const route = getRouteApi('/webhooks/$direction/$id')

/** Calls publish no events, so they are polled. */
export const useCalls = (id: string, status?: string) =>
  useList(at('/webhooks/inbound/{id}/events', { id }), { status }, { every: () => 5000 })

export function Calls({ id }: { id: string }) {
  const status = among(outcomes)(route.useSearch().status)
  const list = useCalls(id, status)
  const show = useShow()
  return (
    <Stack gap="sm">
      <ChoiceFilter
        name="status"
        label={w.outcome}
        value={status}
        choices={w.outcomes}
        w="12rem"
        flex="none"
      />
      <Entries
        list={list}
        idOf={({ id }) => id}
        count={w.count}
        empty={<Empty text={status ? records.empty : w.empty} />}
      >
        {(call) => <Call call={call} tryOut={() => show({ tab: 'mapping', call: call.id })} />}
      </Entries>
    </Stack>
  )
}

/** What came of a call; its payload can be tried with other rules. */
function Call({ call, tryOut }: { call: InboundCall; tryOut: () => void }) {
  const { status, received_at, incident_id, error, payload } = call
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  return (
    <Paper withBorder px="sm" py="xs">
      <Group gap="xs" justify="space-between" align="start" wrap="nowrap">
        <Group gap="0 0.75rem" miw={0}>
          <StateBadge state={status} labels={w.outcomes} />
          <Text size="sm">
            <WhenExactly at={received_at} />
          </Text>
          {incident_id && <RecordLink id={incident_id} title="" />}
          {(error || w.reasons[status]) && (
            <Text size="sm" className="anywhere">
              {error ? sentenceOf(error.message) : w.reasons[status]}
            </Text>
          )}
        </Group>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {isOpen ? w.hide : w.show}
        </Button>
      </Group>
      <Collapse id={id} expanded={isOpen}>
        {isOpen && (
          <Stack gap="xs" mt="xs">
            <Copyable text={pretty(payload)} label={w.payload} />
            <Group>
              <Button size="xs" variant="default" onClick={tryOut}>
                {w.tryOut}
              </Button>
            </Group>
          </Stack>
        )}
      </Collapse>
    </Paper>
  )
}
