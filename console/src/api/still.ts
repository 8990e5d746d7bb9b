import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readRecord } from './records.ts'
import { whenChanged } from './live.ts'

/**
 * A list that somebody is reading does not move under their eyes: its rows change where they stand, and what would come, go or move is
 * told until they want to see it.
 */
export function useStill(path: '/incidents', isReading: () => boolean) {
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
    void fromTheTop(queries, path)
  }
  return { changed: changed.size, show }
}

/** Only the first page: whoever wants to see what is new is not far down. */
async function fromTheTop(queries: QueryClient, path: '/incidents'): Promise<void> {
  const queryKey = [path, 'list']
  queries.setQueriesData<Kept>(
    { queryKey },
    (kept) => kept && { pages: kept.pages.slice(0, 1), pageParams: kept.pageParams.slice(0, 1) },
  )
  const isDeep = ([, kept]: [unknown, Kept | undefined]) =>
    ((kept?.pageParams[0] as { index: number } | undefined)?.index ?? 0) > 0
  if (queries.getQueriesData<Kept>({ queryKey }).some(isDeep)) await queries.resetQueries({ queryKey })
  else await queries.invalidateQueries({ queryKey })
}

type Kept = InfiniteData<{ data: { id: string }[] }>

async function replace(queries: QueryClient, path: '/incidents', id: string): Promise<void> {
  const isIn = (kept: Kept | undefined) =>
    kept?.pages?.some(({ data }) => data.some((item) => item.id === id))
  if (!queries.getQueriesData<Kept>({ queryKey: [path, 'list'] }).some(([, kept]) => isIn(kept))) return
  // One that is gone stays until the list is shown anew.
  const now = await readRecord(path, id).catch(() => undefined)
  if (!now) return
  const swap = (page: Kept['pages'][number]) => ({
    ...page,
    data: page.data.map((item) => (item.id === id ? now.body : item)),
  })
  queries.setQueriesData<Kept>({ queryKey: [path, 'list'] }, (kept) =>
    kept && isIn(kept) ? { ...kept, pages: kept.pages.map(swap) } : kept,
  )
}
