import { Badge, Button, Text } from '@mantine/core'
import { useRead } from '../api/records.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { Dimmed } from '../shell/dimmed.ts'
import { Section } from '../shell/section.tsx'
import { administration } from '../words/administration.ts'

const { health: w } = administration

const colours = { ok: 'teal', warning: 'yellow', problem: 'red' } as const

/** What `mainstay doctor` finds out over the API. */
export function HealthPage() {
  const { data, error, isFetching, refetch } = useRead('/diagnostics')
  const findings = data?.findings ?? []
  const list = { rows: findings, total: data && findings.length, error, retry: () => void refetch() }
  const again = (
    <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
      {w.again}
    </Button>
  )
  return (
    <Section title={w.title} actions={again}>
      <Text size="sm">{w.hint}</Text>
      <Entries list={list} idOf={({ check }) => check} count={w.count} empty="">
        {({ check, status, detail, advice }) => (
          <Entry
            title={check}
            marks={
              <Badge size="sm" color={colours[status]}>
                {w.statuses[status]}
              </Badge>
            }
          >
            <Text size="sm" className="anywhere">
              {detail}
            </Text>
            {advice && <Dimmed>{advice}</Dimmed>}
          </Entry>
        )}
      </Entries>
    </Section>
  )
}
