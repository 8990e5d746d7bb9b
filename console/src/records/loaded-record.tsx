import type { ReactNode } from 'react'
import { ApiError, type Answer } from '../api/client.ts'
import type { Records } from '../api/paths.ts'
import { useRecord } from '../api/records.ts'
import { Missing, type Way } from '../shell/not-found.tsx'
import { records as w } from '../words/records.ts'
import { Loaded } from './loaded.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'

interface Props<Path extends keyof Records> {
  path: Path
  id: string
  /** The list that the record belongs to. */
  list: Way
  children: (answer: Answer<Records[Path]>) => ReactNode
}

/** The page of a record: its outline while it loads, and where to go on if there is no such record. */
export function LoadedRecord<Path extends keyof Records>({ path, id, list, children }: Props<Path>) {
  const query = useRecord(path, id)
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  if (isMissing && query.data === undefined)
    return <Missing title={w.missing(id)} hint={w.missingHint} ways={[list]} />
  return (
    <Loaded query={query} placeholder={<RecordSkeleton />}>
      {children}
    </Loaded>
  )
}
