import type { Ctx } from '../../../db/ctx.ts'
import { minute } from '../../../kernel/durations.ts'
import { hiddenActions } from '../../audit/model.ts'
import * as audit from '../../audit/store.ts'
import { explain } from '../../incidents/sla.ts'
import * as incidents from '../../incidents/store.ts'
import * as notes from '../../incidents/notes/store.ts'
import type { Approval } from '../../records/approval.ts'
import type { RecordRef } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { mayReadHistory, type LoadedRecord } from './records.ts'
import { minutesText, momentText, quoted, worded } from './telling.ts'

/** The record that a question is about. */
export interface Subject {
  ref: RecordRef
  record: LoadedRecord
  title: string
}

/** The SLA of an incident, segment by segment. */
export async function slaOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  const clock = ref.type === 'incident' ? await incidents.findClock(ctx.db, ref.id) : undefined
  if (!clock) return `${title} has no SLA: only incidents have one.`
  const told = explain(clock, ctx.now)
  const isOver = told.remaining_ms <= 0
  const [counted, target] = [minutesText(told.counted_ms / minute), minutesText(told.target_minutes)]
  const parts = new Map<string, number>()
  for (const { state, priority, counted_ms } of told.segments) {
    const name = `${worded(state)} as ${priority}`
    parts.set(name, (parts.get(name) ?? 0) + counted_ms)
  }
  const long = [...parts].filter(([, ms]) => ms >= minute)
  const spent = long.map(([name, ms]) => `${minutesText(ms / minute)} ${name}`).join(', ')
  const isPaused = told.segments.some((segment) => segment.clock === 'paused')
  const verdict =
    isOver || told.breached
      ? `has breached its SLA: ${counted} were counted against a target of ${target}`
      : `has not breached its SLA: ${counted} of ${target} are used, and the clock is ${told.clock}`
  const due = `It breaches ${momentText(told.breach_at)} if nothing changes.`
  const sentences = [
    `${title} ${verdict}${spent && ` (${spent})`}.`,
    told.clock === 'running' && !isOver && due,
    isPaused && 'Time on hold or resolved does not count.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The newest entries. */
export const latest = (sort: string, limit: number) =>
  ({ sort, order: 'desc', limit, after: undefined, page: 1 }) as const

export async function historyOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  if (!(await mayReadHistory(ctx, ref))) return `You do not have access to the history of ${title}.`
  const filters = {
    subject_id: ref.id,
    subject_type: schemas[ref.type].subject_type,
    without: hiddenActions(ctx.actor),
  }
  const { rows, total } = await audit.list(ctx.db, filters, latest('at', 10))
  const lines = rows.map((row) => entryText(ctx, row))
  return [`${title}, the last ${rows.length} of ${total} changes:`, ...lines].join('\n')
}

export const entryText = (ctx: Ctx, { at, actor, field, from, to }: audit.HistoryItem): string =>
  `- ${momentText(at)} ${actor}: ${worded(field)} ${valueText(ctx, from)} → ${valueText(ctx, to)}`

const valueText = (ctx: Ctx, value: unknown) => cut(quoted(ctx, value ?? 'none'), 80)
export const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}…` : text

/** Only notes that every reader of the incident may see. */
export async function notesOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  if (ref.type !== 'incident') return `${title} has no notes: only incidents have them.`
  const reader = { visibilities: ['team', 'public'] as ('team' | 'public')[], author_id: '' }
  const page = latest('created_at', 3)
  const { rows, total } = await notes.list(ctx.db, ctx.config.base_url, ref.id, reader, page)
  if (total === 0) return `${title} has no notes.`
  const lines = rows.map(
    ({ created_at, author, body }) => `- ${momentText(created_at)} ${author}: ${cut(quoted(ctx, body), 300)}`,
  )
  return [`${title}, the last ${rows.length} of ${total} notes:`, ...lines].join('\n')
}

export function approvalOf(ctx: Ctx, { record, title }: Subject): string {
  const approval = record.approval as Approval | undefined
  if (!approval) return `${title} needs no approval.`
  const decisions = approval.decisions.map(
    ({ decision, by, at, comment }) =>
      `${decision} by ${by} ${momentText(at)}${comment ? `: “${cut(quoted(ctx, comment), 300).replace(/\.$/, '')}”` : ''}`,
  )
  const needed = `approval ${worded(approval.status)}, ${approval.required} needed`
  return `${title}: ${[needed, decisions.join(', ')].filter(Boolean).join('; ')}.`
}
