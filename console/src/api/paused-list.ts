import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countMoved } from './count-moved.ts'
import { whenChanged } from './live.ts'
import type { Items, Records } from './paths.ts'
import { readPage, type Query } from './pages.ts'
import { readRecord, type List } from './records.ts'
import { refreshSoon } from './refresh.ts'

/** The records with events since `since`, while the user was reading. */
interface Touched {
  ids: ReadonlySet<string>
  since: number
}

const nothing: Touched = { ids: new Set(), since: 0 }

/**
 * While a user is reading a list it does not move: rows are updated in place, and rows that would appear,
 * disappear or move are counted until the user asks to see them.
 */
export function usePausedList<P extends keyof Records & keyof Items>(
  path: P,
  query: Query,
  { rows, skipped }: List<Items[P]>,
  isReading: () => boolean,
) {
  const queries = useQueryClient()
  const [{ ids, since }, setTouched] = useState(nothing)
  const reading = useRef(isReading)
  reading.current = isReading
  useEffect(() => {
    setTouched(nothing)
    return whenChanged(path, (id) => {
      if (!reading.current()) {
        setTouched(nothing)
        return false
      }
      setTouched((before) => ({
        ids: new Set([...before.ids, id]),
        since: before.ids.size > 0 ? before.since : Date.now(),
      }))
      void replace(queries, path, id)
      void refreshSoon(queries, [path, 'first page'], 300)
      return true
    })
  }, [queries, path, JSON.stringify(query)])
  const { data: first } = useQuery({
    queryKey: [path, 'first page', query, since],
    queryFn: async ({ signal }) => {
      const { data, next_cursor } = await readPage(path, query, undefined, signal)
      return { ids: data.map(({ id }) => id), isWhole: !next_cursor }
    },
    enabled: ids.size > 0,
  })
  const shown = { ids: rows.map(({ id }) => id), skipped }
  const show = () => {
    setTouched(nothing)
    void reloadFirstPage(queries, path)
  }
  return { changed: first ? countMoved(ids, shown, first) : 0, show }
}

/** Reloads only the first page, where new rows appear. */
export async function reloadFirstPage(queries: QueryClient, path: keyof Records): Promise<void> {
  const queryKey = [path, 'list']
  queries.setQueriesData<CachedList>(
    { queryKey },
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  )
  const isDeep = ([, list]: [unknown, CachedList | undefined]) =>
    ((list?.pageParams[0] as { index: number } | undefined)?.index ?? 0) > 0
  if (queries.getQueriesData<CachedList>({ queryKey }).some(isDeep)) await queries.resetQueries({ queryKey })
  else await queries.invalidateQueries({ queryKey })
}

interface CachedRecord {
  id: string
  version?: number
}

type CachedList = InfiniteData<{ data: CachedRecord[] }>

async function replace(queries: QueryClient, path: keyof Records, id: string): Promise<void> {
  const lists = queries.getQueriesData<CachedList>({ queryKey: [path, 'list'] })
  if (!lists.some(([, list]) => isIn(list, id))) return
  // A deleted record stays until the list is reloaded.
  const now = await readRecord(path, id).catch(() => undefined)
  if (now) putInLists(queries, path, now.body as CachedRecord)
}

const isIn = (list: CachedList | undefined, id: string) =>
  list?.pages?.some(({ data }) => data.some((item) => item.id === id))

/** Shows a record in its place in every list that has it. A later version stays: responses may overtake each other. */
export function putInLists(queries: QueryClient, path: string, record: CachedRecord): void {
  const isReplaced = ({ id, version = 0 }: CachedRecord) =>
    id === record.id && version <= (record.version ?? version)
  const swap = (page: CachedList['pages'][number]) => ({
    ...page,
    data: page.data.map((item) => (isReplaced(item) ? record : item)),
  })
  queries.setQueriesData<CachedList>({ queryKey: [path, 'list'] }, (list) =>
    list && isIn(list, record.id) ? { ...list, pages: list.pages.map(swap) } : list,
  )
}
