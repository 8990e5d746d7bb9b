import { Alert, Group, Text } from '@mantine/core'
import { useList } from '../api/records.ts'
import type { User } from '../api/schema.d.ts'
import { countText } from '../records/count-text.ts'
import { openChangeStates, openIncidentStates, openRequestStates } from '../records/open-states.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { administration } from '../words/administration.ts'
import { changes } from '../words/changes.ts'
import { incidents } from '../words/incidents.ts'
import { requests } from '../words/requests.ts'

const { users: w } = administration

const kinds = [
  { path: '/incidents', states: openIncidentStates, count: incidents.count },
  { path: '/requests', states: openRequestStates, count: requests.count },
  { path: '/changes', states: openChangeStates, count: changes.count },
] as const

/** What stays assigned to a user who is deactivated or deleted. */
export function OpenWork({ user: { active, email } }: { user: User }) {
  const lists = kinds.map(({ path, states, count }) => {
    const filters = { assigned_to: email, state: states.join(',') }
    return { path, filters, count, list: useList(path, { ...filters, limit: '1' }) }
  })
  const hasWork = lists.some(({ list: { total = 0 } }) => total > 0)
  return (
    <Section title={w.openWork}>
      {!active && hasWork && <Alert color="orange">{w.openWorkHint}</Alert>}
      <Group gap="lg">
        {lists.map(({ path, filters, count, list }) =>
          list.error ? (
            <Failure key={path} error={list.error} retry={list.retry} />
          ) : (
            list.total !== 0 && (
              <AnchorLink key={path} size="sm" to={path} search={filters}>
                {countText(list, count)}
              </AnchorLink>
            )
          ),
        )}
        {lists.every(({ list }) => list.total === 0) && <Text size="sm">{w.noOpenWork}</Text>}
      </Group>
    </Section>
  )
}
