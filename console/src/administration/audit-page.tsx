import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, bodyOf } from '../api/client.ts'
import { useList } from '../api/records.ts'
import type { HistoryEntry } from '../api/schema.d.ts'
import { browserName } from '../records/browser-name.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { PersonName } from '../records/person.tsx'
import { toText } from '../records/to-text.ts'
import { Failure } from '../shell/failure.tsx'
import { labelOf } from '../shell/problem-text.ts'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'
import { auditActions, auditDetails, auditTypes } from '../words/audit.ts'
import { records } from '../words/records.ts'
import { AuditFilters } from './audit-filters.tsx'
import { inWords } from './audit-names.ts'
import { auditQuery } from './view.ts'

const { audit: w } = administration
const route = getRouteApi('/administration/audit')

export function AuditPage() {
  const list = useList('/audit', auditQuery(route.useSearch()))
  return (
    <Stack gap="sm">
      <Verify />
      <Section title={w.title}>
        <AuditFilters />
        <Entries list={list} idOf={({ id }) => id} count={w.count} empty={w.none}>
          {(item) => <AuditEntry item={item} />}
        </Entries>
      </Section>
    </Stack>
  )
}

const AuditEntry = ({
  item: { action, subject_type, subject_id, actor, at, field, from, to },
}: {
  item: HistoryEntry
}) => (
  <Entry
    title={`${inWords(auditTypes, subject_type)} ${subject_id}`}
    marks={
      <Text size="sm" title={action}>
        {inWords(auditActions, action)}
      </Text>
    }
  >
    <Text size="sm" className="anywhere" lineClamp={4}>
      <b>{labelOf(field)}</b>{' '}
      {from === null || from === undefined ? detailsText(to) : records.valueChange(toText(from), toText(to))}
    </Text>
    <Text size="xs" c="dimmed" className="anywhere">
      <When at={at} /> {w.by} <PersonName email={actor} withoutInitials />
    </Text>
  </Entry>
)

/** Sign-ins and refusals carry an object with their origin. */
const detailsText = (value: unknown): string =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, each]) => `${inWords(auditDetails, name)}: ${detailText(name, each)}`)
        .join(', ')
    : toText(value)

const detailText = (name: string, value: unknown) =>
  name === 'user_agent' && typeof value === 'string' ? browserName(value) : toText(value)

/** Checks the hash chain of the audit log. */
function Verify() {
  const check = useMutation({ mutationFn: () => bodyOf(api.GET('/audit/verify')) })
  const found = check.data
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {w.verify}
        </Button>
      </Group>
      {check.error && <Failure error={check.error} retry={() => check.mutate()} />}
      {found && (
        <Alert role="status" color={found.valid ? 'teal' : 'red'} title={found.valid ? w.verified : w.broken}>
          {found.first_broken && (
            <Text size="sm">
              {w.brokenAt(found.first_broken.position, found.first_broken.entry)}{' '}
              {w.reason(found.first_broken.reason)}
            </Text>
          )}
          {found.valid && <Text size="sm">{w.checked(found.checked)}</Text>}
          <Text size="sm">{w.coverage(found.sealed, found.unsealed)}</Text>
          <Text size="sm">
            {found.anchor.source === 'none' ? w.notAnchored : w.anchored(found.anchor.compared)}
          </Text>
        </Alert>
      )}
    </Stack>
  )
}
