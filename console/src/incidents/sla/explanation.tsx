import { List, Stack, Table } from '@mantine/core'
import type { State } from '../model.ts'
import { useRecord } from '../../api/records.ts'
import type { SlaExplanation } from '../../api/schema.d.ts'
import { When, when } from '../../shell/time.tsx'
import { incidents } from '../../words/incidents.ts'

const { sla: w } = incidents

/** The SLA calculation step by step: target, calendar, and the time that each period added. */
export function Explanation({ sla }: { sla: SlaExplanation }) {
  const priority = sla.segments.at(-1)?.priority ?? ''
  return (
    <Stack gap="xs" mt="sm">
      <List size="sm">
        <List.Item>{w.policy(priority, sla.target_minutes)}</List.Item>
        <List.Item>{sla.calendar_id === null ? w.always : <CalendarName id={sla.calendar_id} />}</List.Item>
        <List.Item>{w.counted(sla.counted_ms, sla.remaining_ms)}</List.Item>
        {sla.clock === 'running' && !sla.breached && (
          <List.Item>{w.warning(when(sla.warning_at), sla.warned)}</List.Item>
        )}
        {sla.cycle > 1 && <List.Item>{w.reopened}</List.Item>}
      </List>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table
          aria-label={w.segments}
          verticalSpacing={4}
          data={{
            head: Object.values(w.columns),
            body: sla.segments.map(({ from, to, state, priority, clock, counted_ms }) => [
              <When key="from" at={from} />,
              to ? <When key="to" at={to} /> : w.now,
              `${incidents.states[state as State]}, ${priority}`,
              `${w.clocks[clock]}: ${w.length(counted_ms)}`,
            ]),
          }}
        />
      </Table.ScrollContainer>
    </Stack>
  )
}

const CalendarName = ({ id }: { id: string }) =>
  w.calendar(useRecord('/sla/calendars', id).data?.body.name ?? id)
