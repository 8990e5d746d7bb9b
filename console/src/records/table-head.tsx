import { Checkbox, UnstyledButton } from '@mantine/core'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { catchFocus } from '../shell/catch-focus.ts'
import { lists as w } from '../words/lists.ts'
import { records } from '../words/records.ts'
import type { Sort } from './list-view.ts'

export interface HeadColumn {
  label: string
  /** The sort parameter of the API, and the order that a first click asks for. */
  sort?: Sort
}

export interface Sorting {
  current: Sort
  sortBy: (next: Sort) => void
  /** The column whose header was pressed: it is gone until the sorted list is there. */
  pressed: RefObject<string | undefined>
}

interface Props {
  columns: readonly HeadColumn[]
  sorting: Sorting | undefined
  /** Whether every row, some or none are selected; absent where rows cannot be selected. */
  selected?: 'all' | 'some' | 'none' | undefined
  selectAll: () => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const opposite = { asc: 'desc', desc: 'asc' } as const

export const TableHead = ({ columns, sorting, selected, selectAll }: Props) => (
  <div className="line head" role="row" aria-rowindex={1}>
    {selected && (
      <span role="columnheader" className="check">
        <Checkbox
          size="xs"
          aria-label={records.selectAll}
          checked={selected === 'all'}
          indeterminate={selected === 'some'}
          onChange={selectAll}
        />
      </span>
    )}
    {columns.map((column) => (
      <Header key={column.label} column={column} sorting={sorting} />
    ))}
  </div>
)

function Header({ column: { label, sort }, sorting }: { column: HeadColumn; sorting: Sorting | undefined }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (sorting?.pressed.current !== label) return
    sorting.pressed.current = undefined
    catchFocus(button.current)
  }, [])
  if (!sort || !sorting) return <span role="columnheader">{label}</span>
  const { current } = sorting
  const order = current.by === sort.by ? current.order : undefined
  return (
    <span role="columnheader" aria-sort={order ? ariaSort[order] : 'none'}>
      <UnstyledButton
        fz="inherit"
        className="sort"
        title={order && w.sortedBy[order]}
        ref={button}
        onClick={() => {
          sorting.pressed.current = label
          sorting.sortBy(order ? { by: sort.by, order: opposite[order] } : sort)
        }}
      >
        {label}
        {order && <span aria-hidden>{order === 'asc' ? '↑' : '↓'}</span>}
      </UnstyledButton>
    </span>
  )
}
