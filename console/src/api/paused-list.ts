import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Records } from './paths.ts'
import { readRecord } from './records.ts'
import { whenChanged } from './live.ts'

/**
 * While a user is reading a list it does not move: rows are updated in place, and rows that would appear,
 * disappear or move are counted until the user asks to see them.
 */
export function usePausedList(path: keyof Records, isReading: () => boolean) {
  const queries = useQueryClient()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const reading = useRef(isReading)
  reading.current = isReading
  useEffect(
    () =>
      whenChanged(path, (id) => {
        if (!reading.current()) {
          setChanged(new Set())
          return false
        }
        setChanged((before) => new Set([...before, id]))
        void replace(queries, path, id)
        return true
      }),
    [queries, path],
  )
  const show = () => {
    setChanged(new Set())
    void reloadFirstPage(queries, path)
  }
  return { changed: changed.size, show }
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

type CachedList = InfiniteData<{ data: { id: string }[] }>

async function replace(queries: QueryClient, path: keyof Records, id: string): Promise<void> {
  const lists = queries.getQueriesData<CachedList>({ queryKey: [path, 'list'] })
  if (!lists.some(([, list]) => isIn(list, id))) return
  // A deleted record stays until the list is reloaded.
  const now = await readRecord(path, id).catch(() => undefined)
  if (now) putInLists(queries, path, now.body as { id: string })
}

const isIn = (list: CachedList | undefined, id: string) =>
  list?.pages?.some(({ data }) => data.some((item) => item.id === id))

/** Shows the current version of a record in every list that has it, in its place. */
export function putInLists(queries: QueryClient, path: string, record: { id: string }): void {
  const swap = (page: CachedList['pages'][number]) => ({
    ...page,
    data: page.data.map((item) => (item.id === record.id ? record : item)),
  })
  queries.setQueriesData<CachedList>({ queryKey: [path, 'list'] }, (list) =>
    list && isIn(list, record.id) ? { ...list, pages: list.pages.map(swap) } : list,
  )
}
