import { Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { offline } from '../words/offline.ts'

interface Props<Data> {
  query: UseQueryResult<Data>
  /** Shown until the data is loaded. */
  placeholder?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the data once loaded. It stays visible, with unsaved input, when a later reload fails. */
export function Loaded<Data>({
  query: { data, error, refetch, fetchStatus },
  placeholder = <Loading />,
  children,
}: Props<Data>) {
  if (data === undefined && fetchStatus === 'paused') return <Text role="status">{offline.notOffline}</Text>
  return (
    <Stack>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined ? !error && placeholder : children(data)}
    </Stack>
  )
}
