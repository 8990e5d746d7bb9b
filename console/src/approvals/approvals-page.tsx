import { Badge, Stack, Text } from '@mantine/core'
import { ConflictBadge, EmergencyBadge, RiskBadge } from '../records/change-badges.tsx'
import { windowOf } from '../records/change-window.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { PersonName } from '../records/person.tsx'
import { PriorityBadge } from '../records/priority.tsx'
import { allowed } from '../shell/allowed.tsx'
import { Empty } from '../shell/empty.tsx'
import { AnchorLink, ButtonLink } from '../shell/links.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Section } from '../shell/section.tsx'
import { Ago } from '../shell/time.tsx'
import { approvals as w } from '../words/approvals.ts'
import { changes } from '../words/changes.ts'
import { DecisionButtons } from '../records/approvals/decision-buttons.tsx'
import { useApprovals } from '../records/approvals/use-approvals.ts'

const NoApprovals = () => (
  <Empty text={w.none}>
    <ButtonLink to="/changes" variant="default" size="xs">
      {w.viewChanges}
    </ButtonLink>
  </Empty>
)

export const ApprovalsPage = allowed('approvers', Approvals)

function Approvals() {
  const { list, keep } = useApprovals()
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
                  <Badge color="gray">{w.kinds[pending.subject_type]}</Badge>
                  {pending.type === 'emergency' && <EmergencyBadge />}
                  <PriorityBadge priority={pending.priority} />
                  {pending.risk && <RiskBadge risk={pending.risk} />}
                  <ConflictBadge count={pending.conflicts} />
                </>
              }
              actions={<DecisionButtons row={pending} keep={keep} size="xs" />}
            >
              <Text size="sm">
                {w.requestedBy} <PersonName email={pending.requested_by} withoutInitials />,{' '}
                <Ago at={pending.created_at} />
              </Text>
              {pending.subject_type === 'change' && (
                <Text size="sm">
                  {changes.window}: {windowOf(pending)}
                </Text>
              )}
            </Entry>
          )}
        </Entries>
      </Section>
    </Stack>
  )
}
