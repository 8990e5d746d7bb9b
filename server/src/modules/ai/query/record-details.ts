import type { Ctx } from '../../../db/ctx.ts'
import { counted } from '../../../kernel/counted.ts'
import { minute } from '../../../kernel/durations.ts'
import { hiddenActions, type HistoryItem } from '../../audit/model.ts'
import * as recordNotes from '../../activity/notes/store.ts'
import * as audit from '../../audit/store.ts'
import { explain } from '../../incidents/sla.ts'
import * as incidents from '../../incidents/store.ts'
import * as workNotes from '../../incidents/notes/store.ts'
import type { Reader } from '../../incidents/visibility.ts'
import type { Approval } from '../../records/approval.ts'
import { fieldText, valueText } from '../../records/field-text.ts'
import { approvalText } from '../text/approval-text.ts'
import { minutesText, momentText } from '../text/times.ts'
import type { Span } from './language/calendar.ts'
import type { RecordRef } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { mayReadHistory, mayReadNotes, type LoadedRecord } from './records.ts'
import { shortText, humanize } from './answer-text.ts'

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
  const sla = explain(clock, ctx.now)
  const isOver = sla.remaining_ms <= 0
  const [counted, target] = [minutesText(sla.counted_ms / minute), minutesText(sla.target_minutes)]
  const parts = new Map<string, number>()
  for (const { state, priority, counted_ms } of sla.segments) {
    const name = `${humanize(state)} as ${priority}`
    parts.set(name, (parts.get(name) ?? 0) + counted_ms)
  }
  const long = [...parts].filter(([, ms]) => ms >= minute)
  const spent = long.map(([name, ms]) => `${minutesText(ms / minute)} ${name}`).join(', ')
  const isPaused = sla.segments.some((segment) => segment.clock === 'paused')
  const verdict =
    isOver || sla.breached
      ? `has breached its SLA: ${counted} were counted against a target of ${target}`
      : `has not breached its SLA: ${counted} of ${target} are used, and the clock is ${sla.clock}`
  const due = `It breaches ${momentText(sla.breach_at)} if nothing changes.`
  const sentences = [
    `${title} ${verdict}${spent && ` (${spent})`}.`,
    sla.clock === 'running' && !isOver && due,
    isPaused && 'Time on hold or resolved does not count.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The newest entries. */
const latest = (sort: string, limit: number) =>
  ({ sort, order: 'desc', limit, after: undefined, page: 1 }) as const

const lastOf = (shown: number, total: number, one: string) =>
  `${shown < total ? `the last ${shown} of ` : ''}${counted(total, one)}`

/** The newest history entries of a record, also only those of a period; undefined if the caller may not read them. */
export async function entriesOf(ctx: Ctx, ref: RecordRef, { from, to }: Span = {}) {
  if (!(await mayReadHistory(ctx, ref))) return undefined
  const filters = {
    subject_id: ref.id,
    subject_type: schemas[ref.type].subject_type,
    without: hiddenActions(ctx.actor),
    ...(from && { after: new Date(from.getTime() - 1).toISOString() }),
    ...(to && { before: to.toISOString() }),
  }
  const { rows, total } = await audit.list(ctx.db, filters, latest('at', 10))
  return { rows, total, lines: rows.map((row) => entryText(ctx, row)) }
}

export async function historyOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  const found = await entriesOf(ctx, ref)
  if (!found) return `You do not have access to the history of ${title}.`
  return [`${title}, ${lastOf(found.rows.length, found.total, 'change')}:`, ...found.lines].join('\n')
}

const entryText = (ctx: Ctx, { at, actor, field, from, to }: HistoryItem): string =>
  `- ${momentText(at)} ${actor}: ${fieldText(field)} ${storedText(ctx, field, from)} → ${storedText(ctx, field, to)}`

function storedText(ctx: Ctx, field: string, value: unknown): string {
  if (value === null) return 'none'
  const text = field === 'approval' ? approvalText(value as Approval) : valueText(field, value)
  return shortText(ctx, text, 80)
}

/** Visibilities that everyone who may read the notes of a record may see. */
const anyReader: Reader = { visibilities: ['team', 'public'], author_id: '' }

const findNotes = (ctx: Ctx, { type, id }: RecordRef, page: ReturnType<typeof latest>) =>
  type === 'incident'
    ? workNotes.list(ctx.db, ctx.config.base_url, id, anyReader, page)
    : recordNotes.list(ctx.db, { subject_type: schemas[type].subject_type, subject_id: id }, anyReader, page)

/** The newest notes, without internal and private ones. */
export async function notesOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
  if (!(await mayReadNotes(ctx, ref))) return `You do not have access to the notes of ${title}.`
  const { rows, total } = await findNotes(ctx, ref, latest('created_at', 3))
  if (total === 0) return `${title} has no notes.`
  const lines = rows.map(
    ({ created_at, author, body }) => `- ${momentText(created_at)} ${author}: ${shortText(ctx, body, 300)}`,
  )
  return [`${title}, ${lastOf(rows.length, total, 'note')}:`, ...lines].join('\n')
}

export function approvalOf(ctx: Ctx, { record, title }: Subject): string {
  const approval = record.approval as Approval | undefined
  if (!approval) return `${title} needs no approval.`
  const decisions = approval.decisions.map(
    ({ decision, by, at, comment }) =>
      `${decision} by ${by} ${momentText(at)}${comment ? `: “${shortText(ctx, comment, 300).replace(/\.$/, '')}”` : ''}`,
  )
  const isOpen = approval.status === 'pending' || decisions.length === 0
  return `${title}: ${[...(isOpen ? [approvalText(approval)] : []), ...decisions].join('; ')}.`
}
