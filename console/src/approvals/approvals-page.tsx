import { Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, withId } from '../api/client.ts'
import { useList, useRefresh } from '../api/records.ts'
import type { PendingApproval } from '../api/schema.d.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { PersonName } from '../records/person.tsx'
import { PriorityBadge } from '../records/priority.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { approvals as w } from '../words/approvals.ts'
import { records } from '../words/records.ts'

const path = '/approvals'

async function approve({ id, subject_type }: PendingApproval): Promise<void> {
  const options = { ...withId(id), body: {} }
  if (subject_type === 'change') await api.POST('/changes/{id}/approve', options)
  else await api.POST('/requests/{id}/approve', options)
}

const NoApprovals = () => (
  <Empty text={w.none}>
    <Button component={Link} to="/changes" variant="default" size="xs">
      {w.viewChanges}
    </Button>
  </Empty>
)

export const ApprovalsPage = () => (
  <Allowed right="approvers">
    <Approvals />
  </Allowed>
)

/** A rejection needs a reason, which the page of the record asks for. */
function Approvals() {
  const list = useList(path)
  const refresh = useRefresh(path)
  const decision = useMutation({ mutationFn: approve, onSettled: () => refresh() })
  return (
    <Stack>
      <PageHead title={w.title} />
      {decision.error && <Failure error={decision.error} />}
      <Section title={w.awaiting}>
        <Entries list={list} idOf={({ id }) => id} count={w.count} empty={<NoApprovals />}>
          {(pending) => (
            <Entry
              title={
                <Anchor component={Link} to={`/${pending.subject_type}s/${pending.id}`}>
                  {pending.short_description}
                </Anchor>
              }
              marks={
                <>
                  <Text size="sm">{pending.id}</Text>
                  <Badge variant="light" color="gray">
                    {w.kinds[pending.subject_type]}
                  </Badge>
                  <PriorityBadge priority={pending.priority} />
                </>
              }
              actions={
                <Button
                  size="xs"
                  loading={decision.isPending && decision.variables.id === pending.id}
                  aria-label={w.approveOne(pending.id)}
                  onClick={() => decision.mutate(pending)}
                >
                  {records.approve}
                </Button>
              }
            >
              <Text size="sm">
                {w.requestedBy} <PersonName email={pending.requested_by} withoutInitials />,{' '}
                <When at={pending.created_at} />
              </Text>
            </Entry>
          )}
        </Entries>
      </Section>
    </Stack>
  )
}
