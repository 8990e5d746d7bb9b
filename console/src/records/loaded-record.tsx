import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { Missing, type Way } from '../shell/not-found.tsx'
import { records as w } from '../words/records.ts'
import { Loaded } from './loaded.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'

interface Props<Data> {
  query: UseQueryResult<Data>
  id: string
  /** The list that the record belongs to. */
  list: Way
  children: (data: Data) => ReactNode
}

/** The page of a record: its outline while it loads, and where to go on if there is no such record. */
export function LoadedRecord<Data>({ query, id, list, children }: Props<Data>) {
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  if (isMissing && query.data === undefined)
    return <Missing title={w.missing(id)} hint={w.missingHint} ways={[list]} />
  return (
    <Loaded query={query} placeholder={<RecordSkeleton />}>
      {children}
    </Loaded>
  )
}
