import { Badge, Stack, Text } from '@mantine/core'
import { useList } from '../api/records.ts'
import { ApproveButton } from '../records/approve-button.tsx'
import { Entries, Entry } from '../records/entries.tsx'
import { PersonName } from '../records/person.tsx'
import { PriorityBadge } from '../records/priority.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { Empty } from '../shell/empty.tsx'
import { AnchorLink, ButtonLink } from '../shell/links.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { approvals as w } from '../words/approvals.ts'

const NoApprovals = () => (
  <Empty text={w.none}>
    <ButtonLink to="/changes" variant="default" size="xs">
      {w.viewChanges}
    </ButtonLink>
  </Empty>
)

export const ApprovalsPage = () => (
  <Allowed right="approvers">
    <Approvals />
  </Allowed>
)

function Approvals() {
  const list = useList('/approvals')
  return (
    <Stack>
      <PageHead title={w.title} />
      <Section title={w.awaiting}>
        <Entries list={list} idOf={({ id }) => id} count={w.count} empty={<NoApprovals />}>
          {(pending) => (
            <Entry
              title={
                <AnchorLink to={`/${pending.subject_type}s/$id`} params={{ id: pending.id }}>
                  {pending.short_description}
                </AnchorLink>
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
              actions={<ApproveButton pending={pending} size="xs" />}
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
