import { mapRows } from './map-rows.ts'
import { choose, incident, note } from './normalize.ts'
import type { MappedRecord, Mapping, Priority, Row, State } from './record.ts'
import { plain, prose } from './text.ts'

const states: Record<string, State> = {
  new: 'new',
  open: 'in_progress',
  'pending reminder': 'on_hold',
  'pending close': 'on_hold',
  closed: 'closed',
  merged: 'cancelled',
  removed: 'cancelled',
}
const priorities: Record<string, Priority> = { '3': 'P2', '2': 'P3', '1': 'P4' }

/** Plain text may contain an address in angle brackets, which is no HTML. */
const bodyOf = (article: Row | undefined) =>
  article?.content_type === 'text/plain' ? prose(article.body) : plain(article?.body)

const idOf = ({ number, id }: Row) => number ?? id

const isInternal = (article: Row) => article.internal === true

/** The first article of a ticket is its description, unless it is internal; the others are notes. */
function toIncident(row: Row): MappedRecord {
  const articles = (Array.isArray(row.articles) ? row.articles : []) as Row[]
  const [opening] = articles
  const first = opening && !isInternal(opening) ? opening : undefined
  const owner = row.owner === '-' ? undefined : row.owner
  return incident({
    external_id: idOf(row),
    url: row.url,
    title: row.title,
    description: bodyOf(first),
    state: choose(states, row.state),
    status: row.state,
    priority: choose(priorities, row.priority),
    priority_name: row.priority,
    assignment_group: row.group,
    assigned_to: owner,
    opened_by: row.customer,
    created_at: row.created_at,
    updated_at: row.updated_at,
    resolved_at: row.close_at,
    closed_at: row.close_at,
    notes: articles
      .filter((article) => article !== first)
      .map((article) =>
        note({
          external_id: article.id,
          body: bodyOf(article),
          author: article.created_by ?? article.from,
          created_at: article.created_at,
          visibility: isInternal(article) ? 'internal' : 'public',
        }),
      ),
  })
}

export const zammad: Mapping = {
  title: 'Zammad',
  formats: 'JSON of tickets with names (?expand=true), each with its articles in the field articles',
  lists: ['tickets'],
  map: (rows, completeTimes) => mapRows(rows, idOf, toIncident, completeTimes),
}
