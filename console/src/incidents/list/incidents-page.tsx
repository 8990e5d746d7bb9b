import { Button, Group, Stack, Text } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useList } from '../../api/records.ts'
import { usePausedList } from '../../api/paused-list.ts'
import { Table } from '../../records/table.tsx'
import { useMe } from '../../session/me.ts'
import { Empty } from '../../shell/empty.tsx'
import { Loading } from '../../shell/loading.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { notify } from '../../shell/notify.ts'
import { words } from '../../words.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { Jobs } from '../bulk/jobs.tsx'
import { useSelection } from '../bulk/selection.ts'
import { columns } from './columns.tsx'
import { Filters } from './filters.tsx'
import { Keyboard } from './keyboard.tsx'
import { Views } from './views.tsx'
import { toQuery, type Change, type Search } from './view.ts'

const { incidents: w, records } = words
const route = getRouteApi('/incidents')

/** The filter "assigned to me" needs the user before the list can be read. */
export function IncidentsPage() {
  const { assigned_to } = route.useSearch()
  const { me } = useMe()
  return assigned_to && !me ? <Loading /> : <IncidentList email={me?.email ?? ''} />
}

function IncidentList({ email }: { email: string }) {
  const { jobs, ...view } = route.useSearch()
  const { may } = useMe()
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const list = useList('/incidents', toQuery(view, email))
  const name = JSON.stringify(view)
  const selection = useSelection(name)
  const paused = usePausedList('/incidents', () => isBeingRead(frame.current) || selection.ids.length > 0)
  const show = (change: Change & { jobs?: string | undefined }) =>
    void navigate({
      to: '/incidents',
      search: (before: Search) => ({ ...before, ...change }) as Search,
      replace: true,
    })
  return (
    <Stack gap="sm" style={{ '--above': '22.5rem' } as never}>
      <PageHead title={w.title}>
        {may('agents') && (
          <Button component={Link} to="/incidents/new">
            {w.create}
          </Button>
        )}
      </PageHead>
      <Views view={view} />
      <Filters view={view} show={show} />
      {jobs && <Jobs ids={jobs.split(',')} done={paused.show} close={() => show({ jobs: undefined })} />}
      <Table
        list={list}
        columns={columns}
        href={({ id }) => `/incidents/${id}`}
        count={w.count}
        empty={<Empty text={w.empty} />}
        reading={frame}
        scrollKey={name}
        notice={
          selection.ids.length > 0 ? (
            <BulkBar
              ids={selection.ids}
              clear={selection.clear}
              started={({ jobs, left }) => {
                selection.rows.set(left)
                if (left.length > 0) notify(w.bulk.left(left.length))
                show({ jobs: jobs.join(',') })
              }}
            />
          ) : (
            <PendingUpdates
              changed={paused.changed}
              show={() => {
                frame.current?.scrollTo({ top: 0 })
                paused.show()
              }}
            />
          )
        }
        {...(may('agents') && { selection: selection.rows })}
      />
      <Keyboard isAgent={may('agents')} />
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {w.keyboard.hint}
      </Text>
    </Stack>
  )
}

const isBeingRead = (frame: HTMLElement | null) =>
  frame !== null && (frame.scrollTop > 0 || frame.matches(':hover, :focus-within'))

/** The number of changed rows; they are shown on request, so that the list does not move. */
const PendingUpdates = ({ changed, show }: { changed: number; show: () => void }) => (
  <div role="status">
    {changed > 0 && (
      <Group gap="xs">
        <Text size="sm">{records.newer(changed)}</Text>
        <Button size="compact-sm" variant="light" onClick={show}>
          {records.showNewer}
        </Button>
      </Group>
    )}
  </div>
)
