import './table.css'
import { Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { List } from '../api/records.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { shell } from '../words/shell.ts'
import { records } from '../words/records.ts'
import { countText, rowCountOf } from './count-text.ts'
import { fitColumns, gridOf, isNarrow } from './fit-columns.ts'
import { useRowFocus } from './table-focus.ts'
import { TableHead, type Sorting } from './table-head.tsx'
import { TableRow, type Column, type Selection } from './table-row.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

interface RowsProps<Item> {
  list: List<Item>
  columns: readonly Column<Item>[]
  /** Link of a row. */
  href: (item: Item) => string
  /** Accessible name of the table. */
  label?: string
  selection?: Selection | undefined
  sorting?: Sorting | undefined
  /** In pixels; all rows have the same height. */
  rowHeight?: number
  /** Below the linked text on small screens, instead of the hidden columns. */
  summary?: ((item: Item, isNarrow: boolean) => ReactNode) | undefined
  /** Key under which scroll position and focus are kept for when the user returns. */
  scrollKey: string
  /** The scrolling element, from which the caller tells whether the list is being read. */
  reading?: RefObject<HTMLDivElement | null>
  /** The row in the preview, and what Space does. */
  previewed?: string | undefined
  preview?: ((id: string) => void) | undefined
  onFocus?: ((id: string) => void) | undefined
}

interface Props<Item> extends RowsProps<Item> {
  count: (total: number) => string
  empty?: ReactNode
}

/** A table of records with its loading, error and empty states. */
export function Table<Item extends { id: string }>({ list, count, empty, ...rows }: Props<Item>) {
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {countText(list, count)}
      </Text>
      <TableBody list={list} empty={empty} {...rows} />
    </Stack>
  )
}

/** The rows, or why there are none. */
export function TableBody<Item extends { id: string }>({
  list,
  empty,
  ...rows
}: RowsProps<Item> & { empty?: ReactNode }) {
  return (
    <>
      {list.error && (
        <Failure error={list.error} retry={list.retry} title={rows.label && shell.notLoaded(rows.label)} />
      )}
      {list.total === undefined && !list.error && (
        <TableSkeleton
          columns={rows.columns}
          isSelectable={rows.selection !== undefined}
          rowHeight={rows.rowHeight}
        />
      )}
      {list.total === 0 && (empty ?? <Empty text={records.empty} />)}
      {list.rows.length > 0 && <Rows key={rows.scrollKey} {...rows} list={list} />}
    </>
  )
}

/** The last scroll position of each list. */
const scrollPositions = new Map<string, number>()

/** Only visible rows are rendered. */
function Rows<Item extends { id: string }>(props: RowsProps<Item>) {
  const { list, columns, href, label, selection, sorting, scrollKey, reading, summary } = props
  const { previewed, preview } = props
  const own = useRef<HTMLDivElement>(null)
  const frame = reading ?? own
  const { ref, width, height } = useElementSize()
  const available = width || window.innerWidth
  const isSelectable = selection !== undefined
  const shown = fitColumns(columns, available, isSelectable)
  const narrow = isNarrow(available, isSelectable)
  const isLeftOut = (column: Column<Item>) => column.isInSummary && !shown.includes(column)
  const hasSummary = summary !== undefined && (narrow || columns.some(isLeftOut))
  const rowHeight = props.rowHeight ?? (hasSummary ? 52 : 36)
  const { rows, skipped, more, back } = list
  const length = skipped + rows.length
  const virtual = useVirtualizer({
    count: length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialOffset: () => scrollPositions.get(scrollKey) ?? 0,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const visible = virtual.getVirtualItems()
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0]
  useEffect(() => {
    if (first < skipped) back()
    else if (last >= length - 30) more()
  }, [first, last, skipped, length, more, back])

  // How much the scrollbar takes differs between systems, and without one it is nothing. Reading it makes the browser lay
  // out the page, so it is read only when it can have changed.
  const contentHeight = length * rowHeight
  useLayoutEffect(() => {
    const { offsetWidth = 0, clientWidth = 0, parentElement } = frame.current ?? {}
    parentElement?.style.setProperty('--scrollbar', `${offsetWidth - clientWidth}px`)
  }, [frame, contentHeight, width, height])

  const focus = useRowFocus({
    listKey: scrollKey,
    frame,
    length,
    indexOf: (id) => {
      const index = rows.findIndex((row) => row.id === id)
      return index < 0 ? -1 : skipped + index
    },
    idAt: (index) => rows[index - skipped]?.id,
    scrollTo: (index) => virtual.scrollToIndex(index),
    keys: { ...(selection && { x: selection.toggle }), ...(preview && { ' ': preview }) },
    onFocus: props.onFocus,
  })
  const isAll = rows.every(({ id }) => selection?.has(id))
  const isSome = rows.some(({ id }) => selection?.has(id))
  return (
    <div
      ref={ref}
      className="rows"
      role="table"
      aria-label={label}
      aria-rowcount={rowCountOf(list)}
      style={{ '--columns': gridOf(shown, isSelectable), '--content': `${contentHeight}px` } as never}
      {...focus}
    >
      <div className="top" role="rowgroup">
        <TableHead
          columns={shown}
          sorting={sorting}
          selected={selection && (isAll ? 'all' : isSome ? 'some' : 'none')}
          selectAll={() => selection?.set(isAll ? [] : rows.map(({ id }) => id))}
        />
      </div>
      <div
        ref={frame}
        className="frame"
        role="rowgroup"
        // The router restores positions as well, by default that of any list in the same place.
        data-scroll-restoration-id={encodeURIComponent(scrollKey)}
        onScroll={({ currentTarget }) => scrollPositions.set(scrollKey, currentTarget.scrollTop)}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {visible.map(({ index, start }) => {
            const item = rows[index - skipped]
            if (!item) return null // not loaded yet
            return (
              <TableRow
                key={item.id}
                item={item}
                index={index}
                top={start}
                height={rowHeight}
                columns={shown}
                href={href(item)}
                selection={selection}
                isPreviewed={item.id === previewed}
                summary={hasSummary && summary(item, narrow)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
