import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, bodyOf } from '../api/client.ts'
import { useList } from '../api/records.ts'
import type { HistoryEntry } from '../api/schema.d.ts'
import { browserName } from '../records/browser-name.ts'
import { DateInput } from '../records/date-input.tsx'
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
import { inWords, storedName } from './audit-names.ts'
import { auditQuery } from './view.ts'
import { useShow } from '../shell/use-show.ts'

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

/** Suggested in the filters; any other name can be typed. */
const suggested: Record<string, { words: Record<string, string>; names: readonly string[] }> = {
  action: {
    words: auditActions,
    names: [
      'created',
      'updated',
      'deleted',
      'approved',
      'rejected',
      'revoked',
      'rotated',
      'signed_in',
      'sign_in_refused',
      'token_issued',
      'token_refused',
      'access_refused',
      'sla_warned',
      'sla_breached',
    ],
  },
  subject_type: {
    words: auditTypes,
    names: [
      'incident',
      'change',
      'request',
      'configuration_item',
      'article',
      'user',
      'client',
      'api_key',
      'identity',
      'outbound_webhook',
      'inbound_webhook',
    ],
  },
}

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
  const show = useShow()
  return (
    <Group align="end" gap="sm">
      {Object.entries(suggested).map(([name, { words, names }]) => (
        <datalist key={name} id={`audit-${name}`}>
          {names.map((each) => (
            <option key={each} value={each}>
              {inWords(words, each)}
            </option>
          ))}
        </datalist>
      ))}
      {texts.map(([name, label, hint]) => (
        <TextFilter
          key={name}
          name={name}
          label={label}
          placeholder={hint}
          defaultValue={view[name] ?? ''}
          find={(value) => show({ [name]: value })}
        />
      ))}
      {days.map(([name, label]) => (
        <DateInput
          key={name}
          kind="date"
          w="9.5rem"
          label={label}
          value={view[name] ?? null}
          change={(day) => show({ [name]: day ?? undefined })}
        />
      ))}
    </Group>
  )
}

interface TextFilterProps {
  name: string
  label: string
  placeholder: string
  defaultValue: string
  find: (value: string | undefined) => void
}

/** Each waits for itself: what was typed in one is not forgotten for what is typed in the next. */
function TextFilter({ name, find, ...input }: TextFilterProps) {
  const words = suggested[name]?.words
  const findSoon = useDebouncedCallback(
    (value: string) => find((words ? storedName(words, value) : value.trim()) || undefined),
    300,
  )
  return (
    <TextInput
      {...input}
      {...(words && { list: `audit-${name}` })}
      onChange={(event) => findSoon(event.currentTarget.value)}
      flex="1 1 9rem"
    />
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
