import type { Ctx } from '../../../db/ctx.ts'
import { fieldText, valueText } from '../../records/field-text.ts'
import { summarize } from '../analyze/service.ts'
import type { Ai } from '../engine/open.ts'
import { findSimilar } from '../exemplars/similar.ts'
import { momentText } from '../text/times.ts'
import type { Aspect, Meaning, Noun, RecordRef } from './language/meaning.ts'
import { relations, schemas } from './language/schema.ts'
import type { AnswerBody } from './model.ts'
import { approvalOf, historyOf, notesOf, slaOf, type Subject } from './record-details.ts'
import { load, type LoadedRecord } from './records.ts'
import { humanize, pathOf, plainAnswer, safeText, shortText } from './answer-text.ts'
import { stepsText, textOf, titleOf } from './answer-text.ts'

/** Answers a question about one record; `results` has the full record. */
export async function show(ctx: Ctx, { record: ref, aspect = 'all' }: Meaning, ai: Ai): Promise<AnswerBody> {
  const record = await load(ctx, ref!)
  if (!record) return missing(ref!)
  const { type, id } = ref!
  const answer = await aspects[aspect](ctx, { ref: ref!, record, title: titleOf(ctx, ref!, record) }, ai)
  const names = ['id', schemas[type].title, ...schemas[type].shown]
  const shown = Object.fromEntries(names.map((name) => [name, record[name]]))
  return plainAnswer(answer, 'show', {
    results: { type, total: 1, query: pathOf(type, id), records: [{ ...shown, url: record.url }] },
    memory: { record: ref! },
  })
}

export const missing = ({ type, id }: RecordRef): AnswerBody =>
  plainAnswer(`${id} does not exist.`, 'show', { results: { type, total: 0, query: null, records: [] } })

const aspects: Record<Aspect, (ctx: Ctx, subject: Subject, ai: Ai) => Promise<string> | string> = {
  all: whole,
  summary,
  state: stateOf,
  people: peopleOf,
  sla: slaOf,
  times: timesOf,
  history: historyOf,
  notes: notesOf,
  steps: stepsOf,
  approval: approvalOf,
  similar: similarTo,
  links: linksOf,
}

const mostSimilar = 5

/** Similar resolved incidents and their resolutions. */
async function similarTo(ctx: Ctx, { ref, record, title }: Subject, ai: Ai): Promise<string> {
  if (ref.type !== 'incident') return `${title} cannot be compared: only incidents can.`
  const text = [record.short_description, record.description].filter(Boolean).join('\n\n')
  const found = await findSimilar(ctx, ai.index, { text, except: ref.id, limit: mostSimilar })
  if (found.length === 0) return `No resolved incident is similar to ${title}.`
  const lines = found.map(({ id, short_description, resolution, similarity }) => {
    const helped = resolution && `: ${shortText(ctx, resolution, 200)}`
    return `- ${id} ${safeText(ctx, short_description)} (${Math.round(100 * similarity)} % similar)${helped}`
  })
  return [`Resolved incidents similar to ${title}:`, ...lines].join('\n')
}

/** The summary of POST /ai/analyze; for an article, its fields. */
async function summary(ctx: Ctx, subject: Subject, ai: Ai): Promise<string> {
  const { type, id } = subject.ref
  return type === 'article' ? whole(ctx, subject) : safeText(ctx, await summarize(ctx, ai, type, id))
}

function stepsOf(_ctx: Ctx, { record, title }: Subject): string {
  return `${title} ${stepsText(record) ?? 'has no states to go through'}.`
}

function stateOf(_ctx: Ctx, { record, title }: Subject): string {
  const { state, status, priority, updated_at } = record
  const rank = priority === undefined ? '' : `, ${textOf(priority)}`
  const since = `last updated ${momentText(updated_at)}`
  return `${title} is ${humanize(state ?? status)}${rank}, ${since}. ${nextOf(record)}`.trim()
}

const nextOf = ({ allowed_transitions: steps }: LoadedRecord) =>
  Array.isArray(steps) && steps.length > 0 ? `It can become ${steps.map(humanize).join(' or ')}.` : ''

const owners: Partial<Record<Noun, [verb: string, noun: string]>> = {
  ci: ['is owned by', 'owner'],
  article: ['was written by', 'author'],
}

function peopleOf(_ctx: Ctx, { record, title, ref }: Subject): string {
  const [verb, noun] = owners[ref.type] ?? ['is assigned to', 'assignee']
  const person = record.assigned_to ?? record.owner ?? record.author
  const group = record.assignment_group ?? record.support_group
  const who = person ? `${verb} ${textOf(person)}` : `has no ${noun}`
  return `${title} ${who}${group ? `; its group is ${textOf(group)}` : ''}.`
}

function timesOf(_ctx: Ctx, { record, title }: Subject): string {
  const known = times.filter((name) => record[name])
  const lines = known.map((name) => `${humanize(name.replace(/_at$/, ''))} ${momentText(record[name])}`)
  return `${title}: ${lines.join(', ')}.`
}

const times = 'created_at planned_start planned_end resolved_at closed_at published_at updated_at'.split(' ')

/** The records that it refers to. */
function linksOf(_ctx: Ctx, { record, title, ref }: Subject): string {
  const known = Object.values(relations[ref.type] ?? {}).map((field) => {
    const name = schemas[ref.type].columnOf(field)!
    const ids = [record[name] ?? []].flat().map(textOf)
    return `${fieldText(name)} ${ids.length > 0 ? ids.join(', ') : 'none'}`
  })
  return `${title}: ${known.join(', ')}.`
}

/** Fields that lists do not show. */
const details: Partial<Record<Noun, string[]>> = {
  incident: ['opened_by', 'change_id'],
  change: ['requested_by'],
  ci: ['location', 'ip_addresses', 'fqdn', 'serial_number'],
}

function whole(ctx: Ctx, { record, title, ref }: Subject): string {
  const names = [...schemas[ref.type].shown, ...(details[ref.type] ?? [])]
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  const known = names.filter((name) => !isEmpty(record[name] ?? null))
  const facts = known.map((name) => {
    const isTime = /_at$|^planned_/.test(name)
    const value = isTime ? momentText(record[name]) : safeText(ctx, valueText(name, record[name]))
    return `${fieldText(name)} ${value}`
  })
  return `${title}: ${facts.join(', ')}. ${nextOf(record)}`.trim()
}
