import type { Ctx } from '../../../db/ctx.ts'
import { minute } from '../../../kernel/durations.ts'
import * as audit from '../../audit/store.ts'
import { explain } from '../../incidents/sla.ts'
import * as incidents from '../../incidents/store.ts'
import * as notes from '../../incidents/notes/store.ts'
import type { Approval } from '../../records/approval.ts'
import type { Noun, RecordRef } from './language/meaning.ts'
import { mayReadHistory, type LoadedRecord } from './records.ts'
import { minutesText, momentText, quoted, worded } from './telling.ts'

/** A record that is spoken of. */
export interface Subject {
  ref: RecordRef
  record: LoadedRecord
  title: string
}

/** How the clock came to where it stands, segment by segment. */
export async function slaOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  const clock = ref.type === 'incident' ? await incidents.findClock(ctx.db, ref.id) : undefined
  if (!clock) return `${title} has no SLA: only incidents have one.`
  const told = explain(clock, ctx.now)
  const isOver = told.remaining_ms <= 0
  const counted = minutesText(told.counted_ms / minute)
  const target = minutesText(told.target_minutes)
  const parts = new Map<string, number>()
  for (const { state, priority, counted_ms } of told.segments)
    parts.set(
      `${worded(state)} as ${priority}`,
      (parts.get(`${worded(state)} as ${priority}`) ?? 0) + counted_ms,
    )
  const spent = [...parts]
    .filter(([, ms]) => ms >= minute)
    .map(([name, ms]) => `${minutesText(ms / minute)} ${name}`)
  const paused = told.segments.some((segment) => segment.clock === 'paused')
    ? ' Time on hold or resolved does not count.'
    : ''
  const verdict =
    isOver || told.breached
      ? `${title} has breached its SLA: ${counted} were counted against a target of ${target}`
      : `${title} has not breached its SLA: ${counted} of ${target} are used, and the clock is ${told.clock}`
  const due =
    told.clock === 'running' && !isOver
      ? ` It breaches ${momentText(told.breach_at)} if nothing changes.`
      : ''
  return `${verdict}${spent.length > 0 ? ` (${spent.join(', ')})` : ''}.${due}${paused}`
}

const lastEntries = 10

export async function historyOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  if (!(await mayReadHistory(ctx, ref))) return `You do not have access to the history of ${title}.`
  const filters = { subject_id: ref.id, subject_type: subjectTypes[ref.type] }
  const { rows, total } = await audit.list(ctx.db, filters, {
    sort: 'at',
    order: 'desc',
    limit: lastEntries,
    after: undefined,
    page: 1,
  })
  return [
    `${title}, the last ${rows.length} of ${total} changes:`,
    ...rows.map((row) => entryText(ctx, row)),
  ].join('\n')
}

export const subjectTypes: Record<Noun, string> = {
  incident: 'incident',
  change: 'change',
  request: 'request',
  ci: 'configuration_item',
  article: 'article',
}

export const entryText = (ctx: Ctx, { at, actor, field, from, to }: audit.HistoryItem): string =>
  `- ${momentText(at)} ${actor}: ${worded(field)} ${valueText(ctx, from)} → ${valueText(ctx, to)}`

const valueText = (ctx: Ctx, value: unknown) => {
  const text = quoted(
    ctx,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? 'none'),
  )
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** Only those that every reader of the incident sees. */
export async function notesOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  if (ref.type !== 'incident') return `${title} has no notes: only incidents have them.`
  const reader = { visibilities: ['team', 'public'] as ('team' | 'public')[], author_id: '' }
  const page = { sort: 'created_at', order: 'desc' as const, limit: 3, after: undefined, page: 1 }
  const { rows, total } = await notes.list(ctx.db, ctx.config.base_url, ref.id, reader, page)
  if (total === 0) return `${title} has no notes.`
  const lines = rows.map(
    ({ created_at, author, body }) => `- ${momentText(created_at)} ${author}: ${cut(quoted(ctx, body))}`,
  )
  return [`${title}, the last ${rows.length} of ${total} notes:`, ...lines].join('\n')
}

const cut = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

export function approvalOf(_ctx: Ctx, { record, title }: Subject): string {
  const approval = record.approval as Approval | undefined
  if (!approval) return `${title} needs no approval.`
  const decisions = approval.decisions.map(({ decision, by, at }) => `${decision} by ${by} ${momentText(at)}`)
  return `${title}: approval ${worded(approval.status)}, ${approval.required} needed${decisions.length > 0 ? `; ${decisions.join(', ')}` : ''}.`
}
