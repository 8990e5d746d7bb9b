import type { MappedNote, MappedRecord, Priority, State } from './record.ts'

/** Text of a value; numbers count, empty text does not. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.toWellFormed().replaceAll('\0', '')
}

/** One line, shortened to what the field takes. */
export const line = (value: unknown, maxLength: number): string | undefined =>
  text(value)
    ?.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed() || undefined

const longestText = 100_000

export const prose = (value: unknown): string | undefined =>
  text(value)?.replaceAll('\r\n', '\n').trim().slice(0, longestText).toWellFormed() || undefined

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A time as ISO 8601. One without a zone is in UTC. Undefined for what is not a time. */
export function time(value: unknown): string | undefined {
  const given = text(value)?.trim()
  if (given === undefined) return undefined
  const named = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{2,4}) (\d{1,2}):(\d\d)(?::\d\d)?(?: ([AP]M))?$/i.exec(given)
  if (named) return fromNamed(named)
  const dayFirst = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d(?::\d\d)?)$/.exec(given)
  if (dayFirst) return iso(`${dayFirst[3]}-${dayFirst[2]}-${dayFirst[1]}T${dayFirst[4]}Z`)
  if (!/^\d{4}-\d\d-\d\d/.test(given)) return undefined
  const withT = given.replace(' ', 'T').replace(/ UTC$/, 'Z')
  return iso(/T/.test(withT) && !/(Z|[+-]\d\d:?\d\d)$/.test(withT) ? `${withT}Z` : withT)
}

/** Such as 01/Mar/24 9:15 AM. */
function fromNamed([, day, month, year, hour, minute, half]: string[]): string | undefined {
  const index = months.indexOf(month!.toLowerCase())
  if (index < 0) return undefined
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  const fullYear = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  return new Date(Date.UTC(fullYear, index, Number(day), hours, Number(minute))).toISOString()
}

function iso(given: string): string | undefined {
  const date = new Date(given)
  // Some systems write a zero date for none.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1970 ? undefined : date.toISOString()
}

/** Looks a word up without regard to case; numbers such as `1 - Critical` by their first word too. */
export const choose = <Value>(table: Record<string, Value>, value: unknown): Value | undefined => {
  const word = text(value)?.trim().toLowerCase()
  if (word === undefined) return undefined
  return table[word] ?? table[word.split(/[ -]/, 1)[0]!]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export const decodeEntities = (given: string): string =>
  given.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined
    if (code === undefined) return entities[String(name).toLowerCase()] ?? whole
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
      ? String.fromCodePoint(code)
      : ''
  })

/** HTML as plain text: paragraphs and list items stay lines. */
export function plain(value: unknown): string | undefined {
  const given = text(value)
  if (given === undefined) return undefined
  // Some systems escape the HTML once more.
  const html = /<\w/.test(given) || !/&lt;\w/.test(given) ? given : decodeEntities(given)
  const stripped = html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<br\s*\/?>|<\/(p|div|tr|h\d|ul|ol)>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '- ')
    .replaceAll(/<\/li>/gi, '\n')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
  return prose(decodeEntities(stripped).replaceAll(/\n{3,}/g, '\n\n'))
}

/** Without the values that are undefined. */
export const compact = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Value

interface GivenIncident {
  external_id: unknown
  /** Its number, where it may stay the same. */
  id?: unknown
  url?: unknown
  title: unknown
  description?: string | undefined
  state: State | undefined
  priority?: Priority | undefined
  impact?: string | undefined
  urgency?: string | undefined
  category?: unknown
  subcategory?: unknown
  assignment_group?: unknown
  assigned_to?: unknown
  location?: unknown
  opened_by?: unknown
  created_at: unknown
  updated_at?: unknown
  resolved_at?: unknown
  closed_at?: unknown
  ci?: unknown
  notes?: (MappedNote | undefined)[]
}

/** An incident within the bounds of the service; undefined without an ID or a title. */
export function incident(given: GivenIncident): MappedRecord | undefined {
  const external_id = line(given.external_id, 255)
  const short_description = line(given.title, 255)
  if (external_id === undefined || short_description === undefined) return undefined
  const id = text(given.id)?.trim()
  const { state = 'new', priority, impact, urgency } = given
  const assignee = line(given.assigned_to, 254)
  const isAddress = assignee !== undefined && emailAddress.test(assignee)
  const fields = compact({
    id: id !== undefined && /^INC[0-9A-Z]{7}$/.test(id) ? id : undefined,
    short_description,
    // An assignee is an e-mail address here; a mere name is kept in the text.
    description: isAddress ? given.description : withAssignee(given.description, assignee),
    state,
    priority,
    impact,
    urgency,
    category: line(given.category, 100),
    subcategory: line(given.subcategory, 100),
    assignment_group: line(given.assignment_group, 100),
    assigned_to: isAddress ? assignee : undefined,
    location: line(given.location, 100),
    opened_by: line(given.opened_by, 254),
    created_at: time(given.created_at),
    updated_at: time(given.updated_at),
    resolved_at: ['resolved', 'closed'].includes(state) ? time(given.resolved_at) : undefined,
    closed_at: state === 'closed' ? time(given.closed_at) : undefined,
  })
  const notes = given.notes?.filter((note) => note !== undefined) ?? []
  return compact({
    type: 'incident' as const,
    external_id,
    url: address(given.url),
    fields,
    ci_external_id: line(given.ci, 255),
    notes: notes.length > 0 ? notes : undefined,
  }) as MappedRecord
}

const emailAddress = /^[\w.+'-]+@([a-z0-9-]+\.)+[a-z0-9-]+$/i

const withAssignee = (description: string | undefined, assignee: string | undefined) =>
  assignee === undefined
    ? description
    : prose([description, `Assignee: ${assignee}`].filter(Boolean).join('\n\n'))

interface GivenNote {
  external_id: unknown
  body: string | undefined
  author?: unknown
  created_at?: unknown
  visibility?: MappedNote['visibility']
}

export function note({
  external_id,
  body,
  author,
  created_at,
  visibility,
}: GivenNote): MappedNote | undefined {
  const id = line(external_id, 200)
  if (id === undefined || body === undefined) return undefined
  return compact({
    external_id: id,
    body,
    author: line(author, 254),
    created_at: time(created_at),
    visibility,
  }) as MappedNote
}

/** Only links that a browser may open. */
export function address(value: unknown): string | undefined {
  const given = text(value)?.trim()
  return given !== undefined && given.length <= 2000 && /^https?:\/\/\S+$/.test(given) ? given : undefined
}
