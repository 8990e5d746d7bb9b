import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ApiError, type Answer } from '../api/client.ts'
import type { Records } from '../api/paths.ts'
import { useRecord } from '../api/records.ts'
import { Missing, type Way } from '../shell/not-found.tsx'
import { records as w } from '../words/records.ts'
import { Loaded } from './loaded.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'

/** The page of a record in this list: its outline while it loads, and where to go on if there is no such record. */
export const recordPage = <Path extends keyof Records>(
  path: Path,
  list: Way,
  Details: ComponentType<{ answer: Answer<Records[Path]> }>,
) =>
  function RecordPage() {
    const { id = '' } = useParams({ strict: false })
    const query = useRecord(path, id)
    const isMissing = query.error instanceof ApiError && query.error.status === 404
    if (isMissing && query.data === undefined)
      return <Missing title={w.missing(id)} hint={w.missingHint} ways={[list]} />
    return (
      <Loaded query={query} placeholder={<RecordSkeleton />}>
        {(answer) => <Details key={id} answer={answer} />}
      </Loaded>
    )
  }
