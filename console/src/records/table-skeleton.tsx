import { Skeleton, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useReachable } from '../offline/connection.ts'
import { offline } from '../words/offline.ts'
import { shell } from '../words/shell.ts'
import { fitColumns, gridOf, type SizedColumn } from './fit-columns.ts'

const rows = Array.from({ length: 10 }, (_, n) => n)

interface Props {
  columns: readonly (SizedColumn & { label: string })[]
  /** Whether rows have a checkbox. */
  isSelectable: boolean
  rowHeight?: number | undefined
}

/** The head of a table, and the outline of its rows until they are loaded. */
export function TableSkeleton({ columns, isSelectable, rowHeight = 36 }: Props) {
  const { ref, width } = useElementSize()
  const isReachable = useReachable()
  if (!isReachable)
    return (
      <Text p="sm" role="status">
        {offline.notOffline}
      </Text>
    )
  const shown = fitColumns(columns, width || window.innerWidth, isSelectable)
  return (
    <div
      ref={ref}
      className="rows"
      role="status"
      aria-label={shell.loading}
      style={{ '--columns': gridOf(shown, isSelectable) } as never}
    >
      <div className="top" aria-hidden>
        <div className="line head">
          {isSelectable && <span />}
          {shown.map(({ label }) => (
            <span key={label} className="head-label">
              {label}
            </span>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <div key={row} className="line waiting" style={{ height: rowHeight }}>
          {isSelectable && <Skeleton h={16} w={16} />}
          {shown.map(({ label }, column) => (
            <Skeleton key={label} h={12} w={`${80 - ((row + column) % 3) * 15}%`} />
          ))}
        </div>
      ))}
    </div>
  )
}
