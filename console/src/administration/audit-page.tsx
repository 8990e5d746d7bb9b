import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { api, bodyOf } from '../api/client.ts'
import { useList } from '../api/records.ts'
import type { HistoryEntry } from '../api/schema.d.ts'
import { nameOf } from '../records/field-name.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { PersonName } from '../records/person.tsx'
import { toText } from '../records/to-text.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'
import { records } from '../words/records.ts'
import { auditQuery } from './view.ts'

const { audit: w } = administration
const route = getRouteApi('/administration/audit')

export function AuditPage() {
  const list = useList('/audit', auditQuery(route.useSearch()))
  return (
    <Stack gap="sm">
      <Verify />
      <Section title={w.title}>
        <Filters />
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
  <Entry title={`${subject_type} ${subject_id}`} marks={<Text size="sm">{action}</Text>}>
    <Text size="sm" className="anywhere" lineClamp={4}>
      <b>{nameOf(field)}</b>{' '}
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
        .map(([name, each]) => `${nameOf(name)}: ${toText(each)}`)
        .join(', ')
    : toText(value)

/** Suggested in the filter; any other action can be typed. */
const knownActions = [
  'created',
  'updated',
  'deleted',
  'revoked',
  'rotated',
  'signed_in',
  'sign_in_refused',
  'token_issued',
  'token_refused',
  'access_refused',
]
const actionsId = 'audit-actions'

const texts = [
  ['subject_type', w.subjectType, w.subjectTypeHint],
  ['subject_id', w.subjectId, w.subjectIdHint],
  ['action', w.action, w.actionHint],
  ['actor_id', w.actorId, w.actorIdHint],
] as const
const days = [
  ['after', w.from],
  ['before', w.until],
] as const

function Filters() {
  const view = route.useSearch()
  const navigate = useNavigate()
  const show = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true } as never)
  const find = useDebouncedCallback(
    (name: string, value: string) => show({ [name]: value.trim() || undefined }),
    300,
  )
  return (
    <Group align="end" gap="sm">
      <datalist id={actionsId}>
        {knownActions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      {texts.map(([name, label, hint]) => (
        <TextInput
          key={name}
          label={label}
          placeholder={hint}
          {...(name === 'action' && { list: actionsId })}
          defaultValue={view[name] ?? ''}
          onChange={(event) => find(name, event.currentTarget.value)}
          flex="1 1 9rem"
        />
      ))}
      {days.map(([name, label]) => (
        <TextInput
          key={name}
          type="date"
          label={label}
          value={view[name] ?? ''}
          onChange={(event) => show({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </Group>
  )
}

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
