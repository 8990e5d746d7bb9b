import { skipToken, useQuery } from '@tanstack/react-query'
import { readRecord, useList } from '../api/records.ts'
import type { Watch } from '../api/schema.d.ts'
import { titleOf } from '../records/kinds.ts'
import { pageOfRecord, pathOfRecord } from '../shell/record-pages.ts'
import { myWork as w } from '../words/my-work.ts'
import { shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

export function Watched() {
  const list = useList('/watches', { limit: shown })
  return (
    <WorkList title={w.watched} list={list} empty={w.watchedEmpty}>
      {(watch) => <WatchedRecord watch={watch} />}
    </WorkList>
  )
}

/** Read by itself, so that only those who still may read a record see its title. */
function WatchedRecord({ watch: { id } }: { watch: Watch }) {
  const path = pathOfRecord(id)
  const { data } = useQuery({
    queryKey: [path, id],
    queryFn: path ? ({ signal }) => readRecord(path, id, signal) : skipToken,
    retry: false,
  })
  return <WorkLine to={pageOfRecord(id)} id={id} title={data ? titleOf(data.body) : ''} />
}
