import type { Ctx } from '../../../db/ctx.ts'
import { hasAnyRole, type Role } from '../../../kernel/actor.ts'
import { creation, escalation, note, removal, update, withText } from './calls.ts'
import type { Call, RecordCommand } from './calls.ts'
import { checkedEdit, decision, verbCall } from './decisions.ts'
import { stateMeant, type Command } from './language/command-parts.ts'
import type { RecordRef } from './language/meaning.ts'
import type { Action, AnswerBody } from './model.ts'
import { load } from './records.ts'
import { unusedText, humanize, plainAnswer } from './answer-text.ts'

const maxTargets = 10
const whichOne = 'I do not know which record you mean: name it, such as INC0000042.'
const whichOnes = 'I do not know which records you mean: name them, or ask for a list of at most 10 first.'
const tooMany = `At most ${maxTargets} records at a time: nothing is proposed for`

/** Proposals for each command, in their order; "it" is the record of the conversation. */
export async function proposeFor(
  ctx: Ctx,
  commands: Command[],
  record: RecordRef | undefined,
  shown: RecordRef[] = [],
): Promise<AnswerBody> {
  const proposed: AnswerBody[] = []
  for (const command of commands) {
    const { targets } = command
    const spokenOf = targets === 'they' ? shown : record ? [record] : []
    const refs = Array.isArray(targets) ? targets : spokenOf
    if (refs.length === 0 && command.verb !== 'create')
      return plainAnswer(targets === 'they' ? whichOnes : whichOne, 'action')
    proposed.push(await propose(ctx, command, refs))
  }
  return {
    ...proposed.at(-1)!,
    answer: proposed.map(({ answer }) => answer).join('\n'),
    actions: proposed.flatMap(({ actions }) => actions),
  }
}

/** Proposals for a command. Nothing is carried out: a confirmed proposal is sent to the public API. */
async function propose(ctx: Ctx, command: Command, refs: RecordRef[]): Promise<AnswerBody> {
  const [targets, left] = [refs.slice(0, maxTargets), refs.slice(maxTargets)]
  const calls: Call[] = command.verb === 'create' ? [creation(command)] : []
  const found: RecordRef[] = []
  for (const target of targets) {
    const record = await load(ctx, target)
    if (record) found.push(target)
    if (record) calls.push(...(await callsFor(ctx, { command, target, record })))
  }
  const lost = targets.filter((target) => !found.includes(target))
  const actions = calls.map((call) => toAction(ctx, call))
  const lines = [
    ...calls.flatMap(({ remark }) => remark ?? []),
    ...lost.map(({ id }) => `${id} does not exist, so there is nothing to do.`),
    ...actions.map(({ label, allowed, reason }) =>
      allowed
        ? `Proposed, not carried out: ${label}. Confirm to do it.`
        : `Not possible now: ${label}. ${reason}`,
    ),
    ...(left.length > 0 ? [`${tooMany} ${left.map(({ id }) => id).join(', ')}.`] : []),
  ]
  const doubt = unusedText(command.unknown ? [command.unknown] : [])
  return plainAnswer(`${lines.join('\n')}${doubt}`, 'action', {
    actions,
    memory: found.length === 1 ? { record: found[0]! } : found.length > 1 ? { shown: found } : {},
  })
}

const roleNames: Record<Role, string> = {
  super_admin: 'administrators',
  itsm_manager: 'managers',
  itsm_agent: 'agents',
  change_approver: 'change approvers',
  knowledge_editor: 'knowledge editors',
  auditor: 'auditors',
  viewer: 'viewers',
}
const andList = new Intl.ListFormat('en-GB')

const roleRefusal = (roles: readonly Role[]) =>
  `Only ${andList.format(roles.map((role) => roleNames[role]))} can do this.`

function toAction({ actor }: Ctx, proposed: Call): Action {
  const { roles, refusal, remark: _, ...call } = proposed
  const reason = hasAnyRole(actor, roles) ? refusal : roleRefusal(roles)
  const allowed = reason === undefined
  return { ...call, requires_role: [...roles], allowed, ...(!allowed && { reason }) }
}

/** A reason that the call cannot contain becomes a note; with a deletion it would be lost. */
async function callsFor(ctx: Ctx, recordCommand: RecordCommand): Promise<Call[]> {
  const { text, verb } = recordCommand.command
  const call = await callFor(ctx, recordCommand)
  if (!text || call.refusal !== undefined || Object.values(call.body ?? {}).includes(text)) return [call]
  return verb === 'delete'
    ? [
        {
          ...call,
          label: `${call.label}${withText('without the reason', text)}`,
          remark: 'The reason is not stored with a deletion.',
        },
      ]
    : [call, note(ctx, recordCommand)]
}

async function callFor(ctx: Ctx, recordCommand: RecordCommand): Promise<Call> {
  const { verb, fields } = recordCommand.command
  // Approved and rejected are reached by a decision.
  const state =
    verb === 'update' && fields.state ? stateMeant(fields.state, recordCommand.target.type) : undefined
  if (verb === 'approve' || state === 'approved') return decision(ctx, recordCommand, 'approve')
  if (verb === 'reject' || state === 'rejected') return decision(ctx, recordCommand, 'reject')
  if (verb === 'submit' || verb === 'fulfil') return verbCall(ctx, recordCommand, verb)
  if (isClosedTooEarly(recordCommand)) return resolveFirst(ctx, recordCommand)
  const others: Partial<Record<Command['verb'], typeof update>> = {
    escalate: escalation,
    note,
    delete: removal,
  }
  return checkedEdit(recordCommand, (others[verb] ?? update)(ctx, recordCommand))
}

/** Only a resolved incident can be closed. */
const isClosedTooEarly = ({
  command,
  target,
  record: { allowed_transitions: steps },
}: RecordCommand): boolean =>
  target.type === 'incident' &&
  command.fields.state === 'closed' &&
  Array.isArray(steps) &&
  !steps.includes('closed') &&
  steps.includes('resolved')

function resolveFirst(ctx: Ctx, recordCommand: RecordCommand): Call {
  const { command, record, target } = recordCommand
  const resolving = { ...command, fields: { ...command.fields, state: 'resolved' } }
  const call = update(ctx, { ...recordCommand, command: resolving })
  const remark = `${target.id} is ${humanize(record.state)}: only what is resolved can be closed. You can resolve it.`
  return { ...call, remark }
}
