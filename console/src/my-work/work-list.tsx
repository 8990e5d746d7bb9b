import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Priority } from '../records/priorities.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { useKeptFocus } from '../records/use-kept-focus.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { myWork as w } from '../words/my-work.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'

interface WorkItem {
  id: string
}

interface Props<Item> {
  title: string
  list: {
    rows: Item[]
    total: number | undefined
    hasMore: boolean
    more: () => void
    error: Error | null
    retry: () => void
  }
  empty: string
  /** Where all of them are listed; otherwise more are shown here. */
  all?: { to: string; search?: Record<string, string | true> }
  children: (item: Item) => ReactNode
}

/** A part of the home page: its rows, how many there are, and the states of a list. */
export function WorkList<Item extends WorkItem>({ title, list, empty, all, children }: Props<Item>) {
  const { rows, total, hasMore, more, error, retry } = list
  const kept = useKeptFocus()
  return (
    <Section
      title={total ? w.counted(title, total) : title}
      actions={
        all &&
        hasMore &&
        total !== undefined && (
          <AnchorLink {...all} size="sm">
            {w.all(total)}
          </AnchorLink>
        )
      }
    >
      <Stack gap="sm" {...kept}>
        {error && <Failure error={error} retry={retry} />}
        {total === undefined && !error && <Waiting />}
        {total === 0 && rows.length === 0 && <Dimmed>{empty}</Dimmed>}
        {rows.length > 0 && (
          <ul className="work">
            {rows.map((item) => (
              <li key={item.id}>{children(item)}</li>
            ))}
          </ul>
        )}
        {!all && hasMore && (
          <Group justify="center">
            <Button size="xs" variant="default" onClick={more}>
              {records.more}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

const Waiting = () => (
  <Stack gap={8} role="status" aria-label={shell.loading} className="loading">
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} height={28} />
    ))}
  </Stack>
)

interface LineProps {
  to: string
  id: string
  title: string
  priority?: Priority
  /** Beside the title: time left, state. */
  detail?: ReactNode
  action?: ReactNode
}

export const WorkLine = ({ to, id, title, priority, detail, action }: LineProps) => (
  <div className="work-line">
    <Link to={to} className="work-link">
      <span className="work-id">{id}</span>
      <span className="work-priority">{priority && <PriorityBadge size="sm" priority={priority} />}</span>
      <span className="work-title" title={title}>
        {title}
      </span>
      {detail && <span className="work-detail">{detail}</span>}
    </Link>
    {action}
  </div>
)
