import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Caption, Dimmed } from '../shell/dimmed.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { records } from '../words/records.ts'
import { countText } from './count-text.ts'
import { hasValue, type Fact } from './facts.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface EntryList<Item> {
  rows: Item[]
  total: number | undefined
  isTotalBounded?: boolean
  error: Error | null
  retry: () => void
  /** Absent if the list is not paged. */
  more?: () => void
  hasMore?: boolean
}

interface Props<Item> {
  list: EntryList<Item>
  idOf: (item: Item) => string
  count: (total: number) => string
  /** A sentence, or an empty state with a button. */
  empty: ReactNode
  /** Rows with a line between them need none. */
  gap?: number
  children: (item: Item) => ReactNode
}

/** A list whose items have no page of their own, with its loading, error and empty states. */
export function Entries<Item>({ list, idOf, count, empty, gap, children }: Props<Item>) {
  const { rows, total, error, retry, more, hasMore } = list
  return (
    <Stack gap="xs" {...useKeptFocus()}>
      <Dimmed role="status">{total ? countText(list, count) : ''}</Dimmed>
      {error && <Failure error={error} retry={retry} />}
      {total === undefined && !error && <Loading />}
      {total === 0 && rows.length === 0 && (typeof empty === 'string' ? <Empty text={empty} /> : empty)}
      <Stack gap={gap ?? 'xs'} role="list">
        {rows.map((item) => (
          <div key={idOf(item)} role="listitem">
            {children(item)}
          </div>
        ))}
      </Stack>
      {hasMore && (
        <Group justify="center">
          <Button variant="default" onClick={more}>
            {records.more}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** A list that is not paged, as `Entries` shows it. */
export const entriesOf = <Item,>({
  data,
  error,
  refetch,
}: UseQueryResult<{ data: Item[]; total: number }>): EntryList<Item> => ({
  rows: data?.data ?? [],
  total: data?.total,
  error,
  retry: () => void refetch(),
})

interface EntryProps {
  title: ReactNode
  marks?: ReactNode
  /** Details in small print. */
  facts?: readonly Fact[]
  actions?: ReactNode
  children?: ReactNode
}

export const Entry = ({ title, marks, facts = [], actions, children }: EntryProps) => (
  <Paper withBorder p="sm">
    <Group justify="space-between" align="start" gap="sm">
      <Stack gap={2} flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm" className="anywhere">
            {title}
          </Text>
          {marks}
        </Group>
        {children}
        <Group gap="0 1rem">
          {facts.filter(hasValue).map(([name, value]) => (
            <Caption key={name} className="anywhere">
              {name}: {value}
            </Caption>
          ))}
        </Group>
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  </Paper>
)
