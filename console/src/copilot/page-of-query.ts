import { addressOf, dayFilters, fromFilters, toFilters, type Values } from '../records/list-view.ts'

const root = /^\/prod\/api\/v1(?=\/)/
const lists: Record<string, string> = {
  '/incidents': '/incidents',
  '/changes': '/changes',
  '/requests': '/requests',
  '/cmdb/cis': '/cmdb',
  '/knowledge/articles': '/knowledge',
}
/** Lists filter by days. */
const days = ['created', 'updated', 'resolved', 'cancelled'].flatMap((event) => dayFilters(event, '', ''))

const flags: Record<string, boolean> = { true: true, false: false }

interface ConsolePage {
  to: string
  search: Values
}

/** Reads the address of a list, and ignores what the list does not know. */
export type ReadSearch = (search: Record<string, unknown>) => Values

/** The console page that shows all results of an API query; undefined if no page shows exactly these. */
export function pageOfQuery(query: string, readerOf: (page: string) => ReadSearch): ConsolePage | undefined {
  const [path = '', parameters] = query.replace(root, '').split('?')
  const [, ci, part] = /^(\/cmdb\/cis\/CI\d+)\/(impact|dependencies|history)$/.exec(path) ?? []
  if (ci && part) return { to: ci, search: part === 'history' ? {} : { tab: part } }
  const to = lists[path]
  if (!to) return undefined
  const searchParams = new URLSearchParams(parameters)
  searchParams.delete('limit')
  const asked = Object.fromEntries([...searchParams].map(([name, value]) => [name, flags[value] ?? value]))
  const search = fromFilters(days, asked)
  const known = readerOf(to)(search)
  const { sort, order } = known
  const again: Values = { sort, order, ...toFilters(days, known) }
  const isSame = Object.entries(asked).every(([name, value]) => again[name] === value)
  return isSame ? { to, search: addressOf(search) } : undefined
}
