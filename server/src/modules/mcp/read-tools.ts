import { Type } from 'typebox'
import { priorities } from '../../kernel/priorities.ts'
import { anyPrefix, idPrefixes, idTypes, type IdentifiedType } from '../../kernel/record-ids.ts'
import { Body, Enum } from '../../kernel/schema.ts'
import { isOpenState, states } from '../incidents/transitions.ts'
import { incident } from '../incidents/model.ts'
import { types } from '../search/model.ts'
import { limits, Text, tool, type CallApi } from './model.ts'

const maybe = Type.Optional
const Limit = maybe(
  Type.Integer({ minimum: 1, maximum: limits.records, description: 'Records to return, 10 by default' }),
)
const Cursor = maybe(Text(2000, 'next_cursor of the page before'))

interface Page {
  data: Record<string, unknown>[]
  total?: unknown
}

const paths: Record<IdentifiedType, string> = {
  incident: '/incidents',
  change: '/changes',
  request: '/requests',
  ci: '/cmdb/cis',
  article: '/knowledge/articles',
}
export const RecordId = Type.String({
  pattern: `^(${anyPrefix})[0-9A-Z]{1,18}$`,
  'x-form': 'must be the ID of a record, such as INC0000042, CHG0000042, REQ0000042, KB0000042 or CI0000042',
  description: 'Such as INC0000042, CHG0000042, REQ0000042, KB0000042 or CI0000042',
})

export const typeOf = (id: string): IdentifiedType => idTypes.find((type) => id.startsWith(idPrefixes[type]))!

export const pathOf = (id: string): string => `${paths[typeOf(id)]}/${id}`

/** What a list shows of a record; the rest is read with read_record. */
const summaryFields = new Set(
  `id short_description title name state status priority category class environment criticality assignment_group
  assigned_to ci_id type risk planned_start planned_end snippet sla_breach_at created_at updated_at url`.split(
    /\s+/,
  ),
)
const summarize = ({ data, ...page }: Page) => ({
  data: data.map((record) =>
    Object.fromEntries(
      Object.entries(record).filter(([name, value]) => summaryFields.has(name) && value !== null),
    ),
  ),
  ...page,
})

type Query = Record<string, string | number | boolean | undefined>

const list = async (api: CallApi, path: string, { limit = 10, ...query }: Query) =>
  summarize((await api('GET', path, { query: { limit, ...query } })) as Page)

const search = tool({
  name: 'search',
  title: 'Search everything',
  description:
    'Finds incidents, changes, service requests, configuration items, knowledge articles and people by number, by the beginnings of words, and despite a typing mistake.',
  input: Body({
    query: Text(200, 'Words to find'),
    types: maybe(
      Type.Array(Enum(types), {
        minItems: 1,
        uniqueItems: true,
        description: 'All types by default',
      }),
    ),
    limit: maybe(Type.Integer({ minimum: 1, maximum: 10, description: 'Records per type, 5 by default' })),
  }),
  run: (api, { query, types: wanted, limit }) =>
    api('GET', '/search', { query: { q: query, types: wanted?.join(','), limit } }),
})

const readRecord = tool({
  name: 'read_record',
  title: 'Read a record',
  description:
    'Returns one incident (with its newest work notes), change, service request, configuration item or knowledge article.',
  input: Body({ id: RecordId }),
  run: async (api, { id }) => {
    const path = pathOf(id)
    const record = await api('GET', path)
    if (!path.startsWith('/incidents/')) return record
    const notes = (await api('GET', `${path}/notes`, { query: { order: 'desc', limit: 10 } })) as Page
    return { record, newest_notes: notes.data, notes_total: notes.total }
  },
})

const listIncidents = tool({
  name: 'list_incidents',
  title: 'List incidents',
  description:
    'Lists incidents by state, priority, category, group, assignee, item or SLA, newest first unless sorted otherwise. Summaries only.',
  input: Body({
    state: maybe(
      Text(200, `All by default: ${states.join(',')}. Open are ${states.filter(isOpenState).join(',')}`),
    ),
    priority: maybe(Text(20, `${priorities.join(', ')}; several with commas`)),
    category: maybe(Text(100)),
    assignment_group: maybe(Text(200, 'Name of the group')),
    assigned_to: maybe(Text(254, 'E-mail address of the assignee')),
    unassigned: incident.filter_schemas.unassigned,
    ci_id: maybe(Text(20, 'ID of a configuration item')),
    sla: incident.filter_schemas.sla,
    created_after: maybe(Text(40, 'ISO 8601')),
    created_before: maybe(Text(40, 'ISO 8601')),
    sort: maybe(
      Enum(incident.sorts, 'With order asc: priority begins with P1, sla_breach_at with what is due first'),
    ),
    order: maybe(Enum(['asc', 'desc'], 'desc by default')),
    q: maybe(Text(200, 'Words to find')),
    limit: Limit,
    cursor: Cursor,
  }),
  run: (api, args) => list(api, '/incidents', args),
})

const listChanges = tool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Lists changes by state, risk, item or planned time: what was or will be changed. Summaries only.',
  input: Body({
    state: maybe(Text(200, 'Such as scheduled or implementing; several with commas')),
    type: maybe(Text(100, 'Such as standard, normal or emergency')),
    risk: maybe(Text(50, 'low, medium or high')),
    ci_id: maybe(Text(20, 'ID of a configuration item')),
    planned_after: maybe(Text(40, 'ISO 8601')),
    planned_before: maybe(Text(40, 'ISO 8601')),
    q: maybe(Text(200, 'Words to find')),
    limit: Limit,
    cursor: Cursor,
  }),
  run: (api, args) => list(api, '/changes', args),
})

const recordHistory = tool({
  name: 'record_history',
  title: 'History of a record',
  description: 'Returns who changed which field of a record and when, newest first.',
  input: Body({ id: RecordId, limit: Limit, cursor: Cursor }),
  run: (api, { id, limit = 10, cursor }) =>
    api('GET', `${pathOf(id)}/history`, { query: { order: 'desc', limit, cursor } }),
})

const statistics = tool({
  name: 'incident_statistics',
  title: 'Incident statistics',
  description: 'Counts incidents by state, priority, category and group, with SLA and resolution times.',
  input: Body({
    days: maybe(Type.Integer({ minimum: 1, maximum: 365 })),
    assignment_group: maybe(Text(200, 'Name of the group')),
  }),
  run: (api, query) => api('GET', '/statistics/incidents', { query }),
})

const whoAmI = tool({
  name: 'who_am_i',
  title: 'Who the caller is',
  description:
    'Returns the person or client in whose name you act: name, e-mail address, roles and groups. Their own incidents are those assigned to this address.',
  input: Body({}),
  run: (api) => api('GET', '/profile'),
})

export const readTools = [whoAmI, search, readRecord, listIncidents, listChanges, recordHistory, statistics]
