import {
  Badge,
  Button,
  Group,
  Loader,
  MultiSelect,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { read } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import { priorities, priorityColours, states, when, type Incident, type Page } from './model.ts'
import { toQuery, type View } from './view.ts'

const { incidents: w } = words
const route = getRouteApi('/incidents')

export function IncidentsPage() {
  const view = route.useSearch()
  const navigate = useNavigate()
  const show = (change: { [K in keyof View]: View[K] | undefined }) =>
    void navigate({ to: '/incidents', search: (before) => ({ ...before, ...change }) as View, replace: true })
  const pages = useInfiniteQuery({
    queryKey: ['incidents', view],
    queryFn: ({ pageParam, signal }) =>
      read<Page<Incident>>(`/incidents?${toQuery(view, pageParam)}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  })
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? []
  const total = pages.data?.pages.at(-1)?.total
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={1}>{w.title}</Title>
        <Button component={Link} to="/incidents/new">
          {w.create}
        </Button>
      </Group>
      <Filters view={view} show={show} />
      <Text size="sm" role="status">
        {total === undefined ? words.loading : w.count(total)}
      </Text>
      {pages.error && <Failure error={pages.error} retry={() => void pages.refetch()} />}
      {total === 0 ? (
        <Text>{w.empty}</Text>
      ) : (
        <Rows
          rows={rows}
          reachEnd={() => pages.hasNextPage && !pages.isFetching && void pages.fetchNextPage()}
        />
      )}
      {pages.isFetching && <Loader size="sm" role="img" aria-label={words.loading} />}
    </Stack>
  )
}

type Show = (change: { [K in keyof View]: View[K] | undefined }) => void

function Filters({ view, show }: { view: View; show: Show }) {
  const search = useDebouncedCallback((q: string) => show({ q: q.trim() || undefined }), 300)
  const list = (value: string | undefined) => value?.split(',') ?? []
  const joined = (values: string[]) => (values.length > 0 ? values.join(',') : undefined)
  return (
    <Group align="end" gap="sm">
      <TextInput
        label={w.search}
        placeholder={w.searchHint}
        defaultValue={view.q ?? ''}
        onChange={(event) => search(event.currentTarget.value)}
        flex="1 1 14rem"
      />
      <MultiSelect
        label={w.state}
        data={states.map((value) => ({ value, label: words.states[value] }))}
        value={list(view.state)}
        onChange={(values) => show({ state: joined(values) })}
        miw="11rem"
        clearable
      />
      <MultiSelect
        label={w.priority}
        data={[...priorities]}
        value={list(view.priority)}
        onChange={(values) => show({ priority: joined(values) })}
        miw="9rem"
        clearable
      />
      <Select
        label={w.sort}
        data={Object.entries(w.sorts).map(([value, label]) => ({ value, label }))}
        value={view.sort ?? 'created_at'}
        onChange={(sort) =>
          show({ sort: (sort ?? undefined) as View['sort'], order: sort === 'priority' ? 'asc' : undefined })
        }
        allowDeselect={false}
      />
    </Group>
  )
}

const rowHeight = 44

/** Only the rows in sight are there, however many the list has. */
function Rows({ rows, reachEnd }: { rows: Incident[]; reachEnd: () => unknown }) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  })
  const last = list.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - 30) reachEnd()
  }, [last, rows.length, reachEnd])

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    const link = (event.target as HTMLElement).closest<HTMLElement>('a.row')
    if (!step || !link) return
    event.preventDefault()
    const next = Number(link.dataset.index) + step
    list.scrollToIndex(next)
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  return (
    <div
      ref={frame}
      style={{ height: 'calc(100vh - 18rem)', minHeight: '20rem', overflow: 'auto' }}
      onKeyDown={walk}
    >
      <div style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <Row key={rows[index]!.id} incident={rows[index]!} index={index} start={start} />
        ))}
      </div>
    </div>
  )
}

function Row({ incident, index, start }: { incident: Incident; index: number; start: number }) {
  const { id, priority, state, short_description, assignment_group, updated_at } = incident
  return (
    <Link
      to="/incidents/$id"
      params={{ id }}
      className="row"
      data-index={index}
      style={{ position: 'absolute', top: start, left: 0, right: 0, height: rowHeight }}
    >
      <span>{id}</span>
      <Badge color={priorityColours[priority]} variant="light">
        {priority}
      </Badge>
      <span className="wide">{words.states[state]}</span>
      <span>{short_description}</span>
      <span className="wide">{assignment_group}</span>
      <span className="wide">{when(updated_at)}</span>
    </Link>
  )
}
