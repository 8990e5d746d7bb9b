import { useQuery } from '@tanstack/react-query'
import { readRecord, useList } from '../api/records.ts'
import type { Watch } from '../api/schema.d.ts'
import { myWork as w } from '../words/my-work.ts'
import { shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

/** API and page of each kind of record that can be watched. */
const kinds = {
  incident: { path: '/incidents', page: '/incidents' },
  change: { path: '/changes', page: '/changes' },
  request: { path: '/requests', page: '/requests' },
  configuration_item: { path: '/cmdb/cis', page: '/cmdb/cis' },
  article: { path: '/knowledge/articles', page: '/knowledge' },
} as const

const kindOf = ({ subject_type }: Watch) => kinds[subject_type as keyof typeof kinds]

export function Watched() {
  const list = useList('/watches', { limit: shown })
  return (
    <WorkList title={w.watched} list={list} empty={w.watchedEmpty}>
      {(watch) => <WatchedRecord watch={watch} />}
    </WorkList>
  )
}

/** Read by itself, so that only those who still may read a record see its title. */
function WatchedRecord({ watch }: { watch: Watch }) {
  const { path, page } = kindOf(watch)
  const { data } = useQuery({
    queryKey: [path, watch.id],
    queryFn: ({ signal }) => readRecord(path, watch.id, signal),
    retry: false,
  })
  const record = data?.body as { short_description?: string; name?: string; title?: string } | undefined
  const title = record?.short_description ?? record?.name ?? record?.title ?? ''
  return <WorkLine to={`${page}/${watch.id}`} id={watch.id} title={title} />
}
