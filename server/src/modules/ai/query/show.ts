import type { Ctx } from '../../../db/ctx.ts'
import * as audit from '../../audit/store.ts'
import { explain } from '../../incidents/sla.ts'
import * as incidents from '../../incidents/store.ts'
import * as notes from '../../incidents/notes/store.ts'
import type { Approval } from '../../records/approval.ts'
import type { Aspect, Meaning, Noun, RecordRef } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import type { Told } from './model.ts'
import { load, type LoadedRecord } from './records.ts'
import { minutesText, momentText, pathOf, quoted, textOf, worded } from './telling.ts'
import { minute } from '../../../kernel/durations.ts'

interface Subject {
  ref: RecordRef
  record: LoadedRecord
  title: string
}

/** What is asked of one record; more than that is in `results`. */
export async function show(ctx: Ctx, { record: ref, aspect = 'all' }: Meaning): Promise<Told> {
  const record = await load(ctx, ref!)
  if (!record) return missing(ref!)
  const { type, id } = ref!
  const subject: Subject = { ref: ref!, record, title: `${id} (${quoted(ctx, record[schemas[type].title])})` }
  const answer = await aspects[aspect](ctx, subject)
  const shown = Object.fromEntries(
    ['id', schemas[type].title, ...schemas[type].shown].map((name) => [name, record[name]]),
  )
  return {
    answer,
    intent: 'show',
    citations: [],
    results: { type, total: 1, query: pathOf(type, id), records: [{ ...shown, url: record.url }] },
    actions: [],
    record: ref!,
  }
}

export const missing = (ref: RecordRef): Told => ({
  answer: `${ref.id} does not exist.`,
  intent: 'show',
  citations: [],
  results: { type: ref.type, total: 0, query: null, records: [] },
  actions: [],
})

const aspects: Record<Aspect, (ctx: Ctx, subject: Subject) => Promise<string> | string> = {
  all: whole,
  state: stateOf,
  people: peopleOf,
  sla: slaOf,
  times: timesOf,
  history: historyOf,
  notes: notesOf,
  steps: stepsOf,
  approval: approvalOf,
}

const list = (items: unknown) => (items as string[]).map(worded).join(' or ')

function stepsOf(_ctx: Ctx, { record, title }: Subject): string {
  const { state, allowed_transitions } = record
  if (!Array.isArray(allowed_transitions)) return `${title} has no states to go through.`
  if (allowed_transitions.length === 0) return `${title} is ${worded(state)}, which is final.`
  return `${title} is ${worded(state)}; from there it can become ${list(allowed_transitions)}.`
}

function stateOf(ctx: Ctx, subject: Subject): string {
  const { record, title } = subject
  const { state, status, priority, updated_at } = record
  if (state === undefined) return `${title} is ${worded(status)}, last updated ${momentText(updated_at)}.`
  const rank = priority === undefined ? '' : `, ${textOf(priority)}`
  return `${title} is ${worded(state)}${rank}, last updated ${momentText(updated_at)}. ${nextOf(ctx, subject)}`.trim()
}

const nextOf = (_ctx: Ctx, { record: { allowed_transitions: steps } }: Subject) =>
  Array.isArray(steps) && steps.length > 0 ? `It can become ${list(steps)}.` : ''

function peopleOf(_ctx: Ctx, { record, title }: Subject): string {
  const person = record.assigned_to ?? record.owner ?? record.author
  const group = record.assignment_group ?? record.support_group
  const who = person ? `${textOf(person)} works on ${title}` : `Nobody is assigned to ${title}`
  return `${who}${group ? `; its group is ${textOf(group)}` : ''}.`
}

function timesOf(_ctx: Ctx, { record, title }: Subject): string {
  const times = [
    'created_at',
    'planned_start',
    'planned_end',
    'resolved_at',
    'closed_at',
    'published_at',
    'updated_at',
  ]
  const known = times.filter((name) => record[name])
  return `${title}: ${known.map((name) => `${worded(name.replace(/_at$/, ''))} ${momentText(record[name])}`).join(', ')}.`
}

async function whole(ctx: Ctx, subject: Subject): Promise<string> {
  const { record, title, ref } = subject
  const facts = schemas[ref.type].shown
    .filter((name) => record[name] !== null && record[name] !== undefined)
    .map(
      (name) =>
        `${worded(name)} ${/_at$|^planned_/.test(name) ? momentText(record[name]) : quoted(ctx, worded(record[name]))}`,
    )
  return `${title}: ${facts.join(', ')}. ${nextOf(ctx, subject)}`.trim()
}

/** How the clock came to where it stands, segment by segment. */
async function slaOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
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

async function historyOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
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
async function notesOf(ctx: Ctx, { ref, title }: Subject): Promise<string> {
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

function approvalOf(_ctx: Ctx, { record, title }: Subject): string {
  const approval = record.approval as Approval | undefined
  if (!approval) return `${title} needs no approval.`
  const decisions = approval.decisions.map(({ decision, by, at }) => `${decision} by ${by} ${momentText(at)}`)
  return `${title}: approval ${worded(approval.status)}, ${approval.required} needed${decisions.length > 0 ? `; ${decisions.join(', ')}` : ''}.`
}
