import { required } from './map-rows.ts'
import { choose, compact, titleOf } from './normalize.ts'
import type { MappedRecord, Row } from './record.ts'
import { shownOf, valueOf } from './servicenow-values.ts'
import { line, plain, text } from './text.ts'
import { time } from './time.ts'

const states: Record<string, string> = { published: 'published', review: 'review' }
const stateOf = (row: Row) => choose(states, valueOf(row.workflow_state)) ?? 'draft'

export const toArticle = (row: Row): MappedRecord => {
  const external_id = required(valueOf(row.number), 'ID')
  const body = plain(valueOf(row.text))
  const fields = compact({
    title: titleOf(valueOf(row.short_description), body, external_id),
    body: body ?? '',
    category: line(shownOf(row.kb_category) || shownOf(row.category), 100),
    state: stateOf(row),
  })
  const times = {
    created_at: time(valueOf(row.sys_created_on)),
    updated_at: time(valueOf(row.published) || valueOf(row.sys_updated_on)),
  }
  return {
    type: 'article',
    external_id,
    fields,
    ...compact({ author: line(shownOf(row.author), 254), ...times }),
  }
}

/** Each version of an article is a row with its number. Only one is imported: the published one, else the newest. */
export function currentVersions(rows: Row[]): Set<Row> {
  const current = new Map<string | undefined, Row>()
  for (const row of rows) {
    const number = text(valueOf(row.number))
    const other = current.get(number)
    if (!other || isPreferred(row, other)) current.set(number, row)
  }
  return new Set(current.values())
}

function isPreferred(row: Row, other: Row): boolean {
  const [ranks, others] = [ranksOf(row), ranksOf(other)]
  const decisive = ranks.findIndex((rank, i) => rank !== others[i])
  return decisive >= 0 && ranks[decisive]! > others[decisive]!
}

const ranksOf = (row: Row) => [
  Number(stateOf(row) === 'published'),
  versionOf(row),
  Number(text(valueOf(row.latest)) === 'true'),
]

/** Without display values it is an ID, which says nothing. */
function versionOf({ version }: Row): number {
  const shown = text(shownOf(version)) ?? ''
  return /^\d+(\.\d+)?$/.test(shown) ? Number(shown) : 0
}
