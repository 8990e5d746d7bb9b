import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Answer } from '../api/client.ts'
import { useAction } from '../api/records.ts'
import type { Approval as ApprovalState, ApprovalDecision, Profile as Me } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { Caption, Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { records as w } from '../words/records.ts'
import { useDraft } from './drafts.ts'
import { PersonName, usePerson } from './person.tsx'
import { labelOf } from '../shell/label-of.ts'
import { fieldError } from './problems.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface ApprovableRecord {
  id: string
  approval: ApprovalState
}

interface Props<Item extends ApprovableRecord> {
  path: '/changes' | '/requests'
  answer: Answer<Item>
  /** Email addresses of the requester and the assignee, who may not decide on their own record. */
  owners: readonly string[]
  /** Whether an edit revokes the existing approval. */
  endsByEdit: boolean
}

/** The decisions so far, and the form to decide for users with permission. */
export function Approval<Item extends ApprovableRecord>({ path, answer, owners, endsByEdit }: Props<Item>) {
  const { approval } = answer.body
  const { me, may } = useMe()
  const approvals = approval.decisions.filter(({ decision }) => decision === 'approved').length
  const isOpen = approval.status === 'pending' && may('approvers')
  const reason = me && isOpen ? decisionRefusal(me, approval, owners) : undefined
  return (
    <Section title={w.approval}>
      <Stack gap="sm" {...useKeptFocus()}>
        <Text size="sm">{w.approvals[approval.status](approvals, approval.required)}</Text>
        {approval.decisions.map((decision) => (
          <DecisionEntry key={decision.by_id + decision.at} decision={decision} />
        ))}
        {approval.ended && (
          <Text size="sm" className="anywhere">
            <EndedApproval ended={approval.ended} />
          </Text>
        )}
        {endsByEdit && approval.required > 0 && <Dimmed>{w.endsByEdit}</Dimmed>}
        {reason && <Dimmed>{reason}</Dimmed>}
        {isOpen && me && !reason && <Decide path={path} answer={answer} />}
      </Stack>
    </Section>
  )
}

function EndedApproval({ ended: { by, fields } }: { ended: NonNullable<ApprovalState['ended']> }) {
  const person = usePerson(by)
  // A catalogue item is two fields, its name and its id.
  const labels = new Set(fields.map((field) => labelOf(field).toLowerCase()))
  return w.approvalEnded(person?.name ?? by, [...labels].join(', '))
}

const isSame = (email: string, other: string) => email.toLowerCase() === other.toLowerCase()

function decisionRefusal({ id, email }: Me, { decisions, ended }: ApprovalState, given: readonly string[]) {
  const owners = ended ? [...given, ended.by] : given
  if (owners.some((owner) => isSame(owner, email))) return w.ownRecord
  return decisions.some(({ by, by_id }) => by_id === id || isSame(by, email)) ? w.alreadyDecided : undefined
}

const DecisionEntry = ({ decision: { decision, by, at, comment } }: { decision: ApprovalDecision }) => (
  <Stack gap={2}>
    <Group gap="xs">
      <Badge color={decision === 'approved' ? 'teal' : 'red'}>{w.verdicts[decision]}</Badge>
      <Text size="sm" component="span" className="anywhere">
        <PersonName email={by} withoutInitials />
      </Text>
    </Group>
    {comment && (
      <Text size="sm" className="anywhere">
        {comment}
      </Text>
    )}
    <Caption>
      <When at={at} />
    </Caption>
  </Stack>
)

function Decide<Item extends ApprovableRecord>({ path, answer }: Pick<Props<Item>, 'path' | 'answer'>) {
  const { value: comment, put, clear } = useDraft(`${path}/${answer.body.id} decision`, '')
  const act = useAction(path, answer.body.id)
  const given = comment.trim()
  const decide = (verb: 'approve' | 'reject') =>
    act.mutate(
      { verb, etag: answer.etag, body: given ? { comment: given } : {} },
      {
        onSuccess: () => {
          clear()
          notify(w.verdicts[verb === 'approve' ? 'approved' : 'rejected'])
        },
      },
    )
  return (
    <Stack gap="xs">
      <Textarea
        label={w.comment}
        description={w.commentHint}
        autosize
        minRows={2}
        value={comment}
        error={fieldError(act.error, 'comment')}
        onChange={(event) => put(event.currentTarget.value)}
      />
      {act.error && <Failure error={act.error} />}
      <Group gap="xs">
        <Button size="xs" disabled={act.isPending} onClick={() => decide('approve')}>
          {w.approve}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={act.isPending || given === ''}
          onClick={() => decide('reject')}
        >
          {w.reject}
        </Button>
      </Group>
    </Stack>
  )
}
