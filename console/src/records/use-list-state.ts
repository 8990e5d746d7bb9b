import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { usePausedList } from '../api/paused-list.ts'
import { useList } from '../api/records.ts'
import { useSelection } from './bulk/selection.ts'
import { useColumns } from './columns-menu.tsx'
import type { ListedPath, ListPageProps } from './list-page-props.ts'
import { addressOf, isSame, toFilters, toQuery, valuesIn, type Sort, type Values } from './list-view.ts'
import { useSavedViews } from './saved-views.ts'
import { valuesOf } from './view-tabs.tsx'

export type ListState<P extends ListedPath> = ReturnType<typeof useListState<P>>

/** What a list shows and has selected: its filters and order are in the address, the rest is kept here. */
export function useListState<P extends ListedPath>(props: ListPageProps<P> & { email: string }) {
  const { noun, path, to, search, email } = props
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const saved = useSavedViews(noun)
  const fixed = typeof props.filters === 'function' ? props.filters([]) : props.filters
  const current = saved.saved.find(({ id }) => id === search.view)
  const values = valuesIn(search, current ? valuesOf(fixed, current) : props.views[0].values)
  const query = toQuery(fixed, values, email)
  const list = useList(path, query, { isVirtual: true })
  const filters = typeof props.filters === 'function' ? props.filters(list.rows) : fixed
  const columns = useColumns(props.columns, current?.id ?? noun, current?.columns)
  const key = `${path} ${JSON.stringify(values)}`
  const selection = useSelection(key, list.rows)
  const [previewed, setPreviewed] = useState<string>()
  const paused = usePausedList(
    path,
    query,
    list,
    () => isBeingRead(frame.current) || !selection.isEmpty || previewed !== undefined,
  )
  const go = (next: Values) => void navigate({ to, search: next, replace: true, resetScroll: false })
  const beside = { view: search.view, jobs: search.jobs }
  const show = (change: Values) => go({ ...addressOf({ ...values, ...change }), ...beside })
  const pressed = useRef<string>(undefined)
  const sorting = {
    pressed,
    current: {
      by: (values.sort as string | undefined) ?? props.defaultSort?.by ?? 'created_at',
      order: (values.order as Sort['order'] | undefined) ?? props.defaultSort?.order ?? 'desc',
    },
    sortBy: ({ by, order }: Sort) => show({ sort: by, order }),
  }
  return {
    frame,
    saved,
    values,
    query,
    list,
    filters,
    /** The saved view that is open, and whether what is shown differs from it. */
    current,
    hasChanged: current !== undefined && (columns.hasChanged || !isSame(values, valuesOf(filters, current))),
    /** What a view that is saved now would hold. */
    content: {
      filters: toFilters(filters, values) as Record<string, string | boolean>,
      sort: values.sort ? sorting.current : null,
      columns: [...columns.chosen],
    },
    columns,
    key,
    selection,
    previewed,
    setPreviewed,
    paused,
    go,
    show,
    sorting,
  }
}

/** The head of the table belongs to it: the pointer may be there when rows move. */
const isBeingRead = (frame: HTMLElement | null) =>
  frame !== null &&
  (frame.scrollTop > 0 || (frame.closest('.list-body') ?? frame).matches(':hover, :focus-within'))
