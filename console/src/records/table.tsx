import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { List } from '../api/records.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { words } from '../words.ts'

export interface Column<Item> {
  label: string
  show: (item: Item) => ReactNode
  /** A CSS grid track size; 'minmax(0, 1fr)' takes the remaining width. */
  width: string
  /** Hidden on small screens. */
  isWide?: boolean
}

export interface Selection {
  has: (id: string) => boolean
  toggle: (id: string) => void
  label: (id: string) => string
  /** Replaces the selection. */
  set?: (ids: string[]) => void
}

interface Props<Item> {
  list: List<Item>
  columns: readonly Column<Item>[]
  /** Link of a row. */
  href: (item: Item) => string
  count: (total: number) => string
  empty?: ReactNode
  selection?: Selection
  /** In pixels; all rows have the same height. */
  rowHeight?: number
  /** Key under which the scroll position is kept for when the user returns. */
  scrollKey?: string
  /** Content next to the count, which appears without moving the rows. */
  notice?: ReactNode
  /**
   * The scrolling element, from which the caller tells whether the list is being read: it is scrolled,
   * hovered or focused.
   */
  reading?: RefObject<HTMLDivElement | null>
}

/** A table of records with its loading, error and empty states. */
export function Table<Item extends { id: string }>({ list, count, empty, notice, ...rows }: Props<Item>) {
  return (
    <Stack gap="xs">
      <Group gap="xs" className={notice === undefined ? undefined : 'notices'}>
        <Text size="sm" role="status">
          {list.total === undefined ? (list.error ? '' : words.loading) : count(list.total)}
        </Text>
        {notice}
      </Group>
      {list.error && <Failure error={list.error} retry={list.retry} />}
      {list.total === undefined && !list.error && <Loading />}
      {list.total === 0 && (empty ?? <Empty text={words.records.empty} />)}
      {list.rows.length > 0 && <Rows key={rows.scrollKey} {...rows} list={list} />}
    </Stack>
  )
}

type RowsProps<Item> = Omit<Props<Item>, 'count' | 'empty' | 'notice'>

/** The last scroll position of each list. */
const scrollPositions = new Map<string, number>()

/** Only visible rows are rendered. Arrow keys, j and k move the focus. */
function Rows<Item extends { id: string }>({
  list,
  columns,
  href,
  selection,
  reading,
  scrollKey = '',
  rowHeight = 44,
}: RowsProps<Item>) {
  const own = useRef<HTMLDivElement>(null)
  const frame = reading ?? own
  const { rows, skipped, more, back } = list
  const length = skipped + rows.length
  const virtual = useVirtualizer({
    count: length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    initialOffset: () => scrollPositions.get(scrollKey) ?? 0,
  })
  const visible = virtual.getVirtualItems()
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0]
  useEffect(() => {
    if (first < skipped) back()
    else if (last >= length - 30) more()
  }, [first, last, skipped, length, more, back])

  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    const row = (event.target as HTMLElement).closest<HTMLElement>('a.row')
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'x' && selection) return selection.toggle(row.dataset.id!)
    if (!step) return
    event.preventDefault()
    const next = Math.min(Math.max(Number(row.dataset.index) + step, 0), length - 1)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  const template = columns.map(({ width }) => width).join(' ')
  const narrow = columns.flatMap(({ width, isWide }) => (isWide ? [] : [width])).join(' ')
  return (
    <div
      className="rows"
      data-selectable={Boolean(selection)}
      style={{ '--columns': template, '--columns-narrow': narrow } as never}
      onKeyDown={moveFocus}
    >
      <div className="top">
        {selection?.set && <SelectAll rows={rows} selection={selection} />}
        <div className="row head" aria-hidden>
          {columns.map(({ label, isWide }) => (
            <span key={label} className={isWide ? 'wide' : undefined}>
              {label}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={frame}
        className="frame"
        style={{ maxHeight: length * rowHeight + 4 }}
        onScroll={({ currentTarget }) => scrollKey && scrollPositions.set(scrollKey, currentTarget.scrollTop)}
      >
        <div role="list" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {visible.map(({ index, start }) => {
            const item = rows[index - skipped]
            if (!item) return null // not loaded yet
            return (
              <div key={item.id} role="listitem" className="line" style={{ top: start, height: rowHeight }}>
                {selection && (
                  <Checkbox
                    size="md"
                    aria-label={selection.label(item.id)}
                    checked={selection.has(item.id)}
                    onChange={() => selection.toggle(item.id)}
                  />
                )}
                <Link to={href(item)} className="row" data-index={index} data-id={item.id}>
                  {columns.map(({ label, show, isWide }) => (
                    <span key={label} className={isWide ? 'wide' : undefined}>
                      {show(item)}
                    </span>
                  ))}
                </Link>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function SelectAll<Item extends { id: string }>({ rows, selection }: { rows: Item[]; selection: Selection }) {
  const isAll = rows.every(({ id }) => selection.has(id))
  return (
    <Checkbox
      size="md"
      aria-label={words.records.selectAll}
      checked={isAll}
      indeterminate={!isAll && rows.some(({ id }) => selection.has(id))}
      onChange={() => selection.set?.(isAll ? [] : rows.map(({ id }) => id))}
    />
  )
}
