import { clip } from '../../../kernel/clip.ts'
import type { EventType } from '../../../kernel/event-types.ts'
import type { Approval } from '../../records/approval.ts'
import { fieldText, momentText, valueText } from '../../records/field-text.ts'
import type { Format } from '../outbound/formats.ts'

/** The data of an event, as far as a message uses it. */
interface EventData {
  id: string
  url: string
  changes?: Record<string, { from: unknown; to: unknown }>
  approval?: Approval
  test?: boolean
  [field: string]: unknown
}

const verbs: Record<EventType, string> = {
  'incident.created': 'created',
  'incident.updated': 'updated',
  'incident.resolved': 'resolved',
  'incident.priority_changed': 'has a new priority',
  'change.submitted': 'is awaiting approval',
  'change.approved': 'approved',
  'change.rejected': 'rejected',
  'request.submitted': 'is awaiting approval',
  'request.approved': 'approved',
  'sla.breach_warning': 'is about to breach its SLA',
  'sla.breached': 'has breached its SLA',
  'ci.discovered': 'discovered',
}

/** Where the author of an event is named; a decision has its own, and whoever waits for one is the requester. */
const authorship: Partial<Record<EventType, string>> = {
  'incident.created': ' by',
  'incident.updated': ' by',
  'incident.resolved': ' by',
  'incident.priority_changed': ', set by',
}

type Fact = [name: string, value: string]

interface Message {
  id: string
  url: string
  /** What happened, after the number of the record. */
  verb: string
  /** Who did it, as the end of that sentence; empty where it says nothing. */
  author: string
  remark: string
  title: string
  facts: Fact[]
}

const shown = [
  'priority',
  'state',
  'type',
  'risk',
  'class',
  'assignment_group',
  'assigned_to',
  'requested_by',
  'requested_for',
]
const shownTimes = ['sla_breach_at', 'planned_start', 'planned_end']
/** Not repeated with every update. */
const untimed = new Set<EventType>(['incident.updated', 'incident.resolved'])
/** Long texts say nothing in a message. */
const longestText = 200
const isShort = (value: unknown) => (JSON.stringify(value) ?? '').length <= longestText
const maxFacts = 12

function messageOf(
  event: EventType,
  { id, url, changes = {}, approval, ...data }: EventData,
  actor?: string | null,
): Message {
  const author = actor && authorship[event] ? `${authorship[event]} ${actor}` : ''
  const facts = [
    ...factsOfDecision(event, approval),
    ...factsOfChanges(changes),
    ...shown.filter((name) => data[name] && !(name in changes)).map((name) => factOf(name, data[name])),
    ...(untimed.has(event) ? [] : shownTimes)
      .filter((name) => data[name])
      .map((name): Fact => [fieldText(name), momentText(String(data[name]))]),
  ]
  return {
    id,
    url,
    verb: verbs[event],
    author,
    remark: data.test ? ' (test)' : '',
    title: valueText('title', data.short_description ?? data.name ?? ''),
    facts: facts.slice(0, maxFacts),
  }
}

const factOf = (name: string, value: unknown): Fact => [fieldText(name), valueText(name, value)]

function factsOfDecision(event: EventType, approval: Approval | undefined): Fact[] {
  const decision = event.endsWith('.submitted') ? undefined : approval?.decisions.at(-1)
  if (!decision) return []
  return [
    ['decided by', decision.by],
    ...(decision.comment ? [['comment', clip(decision.comment, longestText)] satisfies Fact] : []),
  ]
}

/** Times follow from another change, and of new notes only the number is told. */
function factsOfChanges({ work_notes_count: notes, ...changes }: NonNullable<EventData['changes']>): Fact[] {
  const textOf = (name: string, value: unknown) => (value === null ? 'none' : valueText(name, value))
  const changed = Object.entries(changes).filter(
    ([name, { from, to }]) => !name.endsWith('_at') && isShort(from) && isShort(to),
  )
  return [
    ...changed.map(([name, { from, to }]): Fact => [
      fieldText(name),
      `${textOf(name, from)} → ${textOf(name, to)}`,
    ]),
    ...(notes ? [['new notes', String(Number(notes.to) - Number(notes.from))] satisfies Fact] : []),
  ]
}

/**
 * Slack takes <...> for a link or a mention of everybody. Mattermost, Rocket.Chat, Google Chat and Discord read the same, and
 * some of them also [text](address) and @all; a zero-width space makes those plain text.
 */
const slackText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\](?=\()|(?<!\w)@(?=\w)/g, '$&\u200b')

function slackBody({ id, url, verb, author, remark, title, facts }: Message): object {
  const lines = [
    `<${url}|${id}> ${verb}${slackText(author)}${remark}: ${slackText(title)}`,
    facts.map(([name, value]) => `${name}: ${slackText(value)}`).join(' · '),
  ]
  return { text: lines.filter(Boolean).join('\n') }
}

/** Cards read Markdown: a title must not become a link. */
const cardText = (text: string) => text.replaceAll(/[\\`*_[\]()]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')

function teamsBody({ id, url, verb, author, remark, title, facts }: Message): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: `${id} ${verb}${cardText(author)}${remark}`, weight: 'Bolder', wrap: true },
      { type: 'TextBlock', text: cardText(title), wrap: true },
      { type: 'FactSet', facts: facts.map(([name, value]) => ({ title: name, value: cardText(value) })) },
    ],
    actions: [{ type: 'Action.OpenUrl', title: `Open ${id}`, url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}

export function chatBody(
  format: Exclude<Format, 'event'>,
  event: EventType,
  data: string,
  actor?: string | null,
): string {
  const message = messageOf(event, JSON.parse(data) as EventData, actor)
  return JSON.stringify(format === 'slack' ? slackBody(message) : teamsBody(message))
}
