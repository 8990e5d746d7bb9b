import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { useList } from '../api/records.ts'
import { useReachable } from '../offline/connection.ts'
import { UnreachableError } from '../offline/send-or-queue.ts'
import { Entries } from '../records/entries.tsx'
import { ExportButton } from '../records/export-menu.tsx'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { administration } from '../words/administration.ts'
import { offline } from '../words/offline.ts'
import { AuditEntry } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './view.ts'

const { audit: w } = administration
const route = getRouteApi('/administration/audit')

const verifyPart = (signal: AbortSignal, cursor?: string) =>
  bodyOf(api.GET('/audit/verify', { params: { query: cursor === undefined ? {} : { cursor } }, signal }))

type Verification = Awaited<ReturnType<typeof verifyPart>>

/** A long log is verified in several requests. */
async function verify(signal: AbortSignal, progress: (checked: number) => void): Promise<Verification> {
  let found = await verifyPart(signal)
  while (found.next_cursor !== undefined) {
    progress(found.checked)
    found = await verifyPart(signal, found.next_cursor)
  }
  return found
}

export function AuditPage() {
  const query = auditQuery(route.useSearch())
  const list = useList('/audit', query)
  const [checked, setChecked] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const check = useMutation({
    mutationFn: () => verify((running.current = new AbortController()).signal, setChecked),
    onSettled: () => setChecked(0),
  })
  const isReachable = useReachable()
  const actions = (
    <Group gap="xs">
      <ExportButton path="/audit" query={query} />
      <Button
        size="xs"
        variant="default"
        loading={check.isPending}
        disabled={!isReachable}
        {...(!isReachable && { title: offline.notNow })}
        onClick={() => check.mutate()}
      >
        {w.verify}
      </Button>
    </Group>
  )
  return (
    <Section title={w.title} actions={actions}>
      {check.error instanceof UnreachableError
        ? // Until then, the banner says that the service is away.
          isReachable && <Alert role="alert" color="red" title={w.interrupted} />
        : check.error && <Failure error={check.error} retry={() => check.mutate()} />}
      {checked > 0 && (
        <Text size="sm" role="status">
          {w.soFar(checked)}
        </Text>
      )}
      {check.data && !check.isPending && <Verified found={check.data} />}
      <AuditFilters />
      <Entries list={list} idOf={({ id }) => id} count={w.count} empty={w.none} gap={0}>
        {(item) => <AuditEntry item={item} />}
      </Entries>
    </Section>
  )
}

/** The result of checking the hash chain of the audit log. */
const Verified = ({ found }: { found: Verification }) => (
  <Alert role="status" color={found.valid ? 'teal' : 'red'} title={found.valid ? w.verified : w.broken}>
    {found.first_broken && (
      <Text size="sm">
        {w.brokenAt(found.first_broken.position, found.first_broken.entry)}{' '}
        {w.reason(found.first_broken.reason)} {w.brokenAdvice}
      </Text>
    )}
    {found.valid && <Text size="sm">{w.checked(found.checked)}</Text>}
    <Text size="sm">{w.coverage(found.sealed, found.unsealed)}</Text>
    <Text size="sm">
      {found.anchor.source === 'none' ? w.notAnchored : w.anchored(found.anchor.compared)}
    </Text>
  </Alert>
)
