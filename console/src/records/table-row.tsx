import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lists } from '../words/lists.ts'
import type { SizedColumn } from './fit-columns.ts'
import type { HeadColumn } from './table-head.tsx'

/** The column with a share of the width takes what remains, and the first such column links to the record. */
export interface Column<Item> extends HeadColumn, SizedColumn {
  show: (item: Item) => ReactNode
}

export interface Selection {
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Replaces the selection. */
  set: (ids: string[]) => void
}

interface Props<Item> {
  item: Item
  /** Among all rows, loaded or not. */
  index: number
  /** Distance from the top, and height, in pixels. */
  top: number
  height: number
  columns: readonly Column<Item>[]
  href: string
  selection: Selection | undefined
  isPreviewed: boolean
  /** A second line below the linked text. */
  summary: ReactNode
}

export function TableRow<Item extends { id: string }>(props: Props<Item>) {
  const { item, index, top, height, columns, href, selection, isPreviewed, summary } = props
  const main = columns.find(({ width }) => width.includes('1fr'))
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="line"
      data-previewed={isPreviewed}
      data-selected={selection?.has(item.id)}
      style={{ top, height }}
    >
      {selection && (
        <span role="cell" className="check">
          <Checkbox
            size="xs"
            aria-label={lists.bulk.select(item.id)}
            checked={selection.has(item.id)}
            onChange={() => selection.toggle(item.id)}
          />
        </span>
      )}
      {columns.map((column) => (
        <span key={column.label} role="cell">
          {column === main ? (
            <Link to={href} className="row" data-index={index} data-id={item.id}>
              {column.show(item)}
              {summary && <span className="about dim">{summary}</span>}
            </Link>
          ) : (
            column.show(item)
          )}
        </span>
      ))}
    </div>
  )
}
