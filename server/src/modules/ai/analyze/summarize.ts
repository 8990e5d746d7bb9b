import type { IdentifiedType } from '../../../kernel/record-ids.ts'
import type { Summary } from './model.ts'
import { quote } from '../text/quote.ts'
import { minutesText, momentText } from '../text/times.ts'

interface Note {
  id: string
  body: string
  author: string
  created_at: Date
}

const maxNotes = 5
const longestNote = 400
/** Maximum in the text; the list has them all. */
const maxLinks = 5

/**
 * The most important notes, verbatim and in chronological order: the last one, which has the current status, and the most
 * relevant ones.
 */
export function keyNotes(
  notes: Note[],
  relevance: (text: string) => number,
  baseUrl: string,
): Summary['key_notes'] {
  const last = notes.at(-1)
  const relevantNotes = notes
    .slice(0, -1)
    .map((note) => ({ note, score: relevance(note.body) + weightOf(note.body) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxNotes - 1)
    .map(({ note }) => note)
  const chosen = new Set([...relevantNotes, last])
  return notes
    .filter((note) => chosen.has(note))
    .map(({ id, author, created_at, body }) => ({
      id,
      author,
      created_at: created_at.toISOString(),
      text: quote(body, baseUrl, longestNote),
    }))
}

/** Longer notes carry more information. */
const weightOf = (text: string) => Math.min(1, text.length / 200) / 2

export interface Facts {
  id: string
  /** `incident`, `database`. */
  noun: string
  title: string
  state: string
  since: Date
  /** Roles and their people; empty roles are left out. */
  people: Record<string, string | null>
  last_activity_at: Date
  sla: Summary['sla']
  notes: Summary['key_notes']
  links: (Summary['links'][number] & { kind: IdentifiedType; version: number })[]
  more: string[]
}

export function summaryOf(facts: Facts, now: Date): Summary {
  const { title, state, since, last_activity_at, sla, notes, links } = facts
  const people = Object.fromEntries(
    Object.entries(facts.people).flatMap(([role, who]) => (who ? [[role, who]] : [])),
  )
  return {
    summary: textOf(facts, people, now),
    title,
    state,
    since: since.toISOString(),
    people,
    last_activity_at: last_activity_at.toISOString(),
    sla,
    key_notes: notes,
    links: links.map(({ relation, id, title }) => ({ relation, id, title })),
  }
}

function textOf(facts: Facts, people: Record<string, string>, now: Date): string {
  const { id, noun, title, state, since, last_activity_at, sla, notes, links, more } = facts
  const last = notes.at(-1)
  return [
    `${id} (${noun}): ${endWithStop(title)}`,
    `It is ${state.replaceAll('_', ' ')}, since ${momentText(since)} (${ageOf(since, now)}).`,
    ...Object.entries(people).map(([role, who]) => `${capital(role)}: ${who}.`),
    ...more,
    ...(sla ? [slaInWords(sla, state)] : []),
    ...links
      .slice(0, maxLinks)
      .map((link) => `${capital(link.relation)}: ${link.id} ${endWithStop(link.title)}`),
    ...(links.length > maxLinks ? [`And ${links.length - maxLinks} more.`] : []),
    `Last activity ${momentText(last_activity_at)}.`,
    ...(last ? [`Last note, by ${last.author}: “${last.text}”`] : []),
  ].join(' ')
}

/** A paused or stopped clock does not tell whether the work is done, so the state decides. */
function slaInWords(
  { target_minutes, clock, breach_at, breached }: NonNullable<Summary['sla']>,
  state: string,
): string {
  const promise = `Its SLA of ${minutesText(target_minutes)}`
  if (state === 'cancelled') return `${promise} does not count.`
  if (state === 'resolved' || state === 'closed') return `${promise} was ${breached ? 'breached' : 'met'}.`
  if (breached) return `${promise} is breached.`
  return clock === 'paused' ? `${promise} is paused.` : `${promise} runs until ${momentText(breach_at)}.`
}

function ageOf(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - since.getTime()) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2 * 24 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / (24 * 60))} days`
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')
const endWithStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
