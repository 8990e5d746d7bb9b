import '../../records/list-page.css'
import { Button, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useRefresh } from '../../api/records.ts'
import type { SelectedRows } from '../../records/bulk/selection.ts'
import { Failure } from '../../shell/failure.tsx'
import { notify } from '../../shell/notify.ts'
import { lists } from '../../words/lists.ts'
import { webhooks } from '../../words/webhooks.ts'
import { path } from './model.ts'

const { deliveries: w, replayRange } = webhooks

interface Props {
  webhook: string
  selection: SelectedRows
  /** Deliveries that cannot be replayed. */
  tests: ReadonlySet<string>
}

/** Replays the selected deliveries one after the other. Those that could not be replayed stay selected. */
export function ReplaySelected({ webhook, selection, tests }: Props) {
  const refresh = useRefresh(`${path}/${webhook}/deliveries`)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failure, setFailure] = useState<Error>()
  const ids = selection.ids.filter((id) => !tests.has(id))
  const leftOut = selection.ids.length - ids.length
  const replayAll = async () => {
    const left: string[] = []
    setFailure(undefined)
    for (const [done, delivery_id] of ids.entries()) {
      setProgress({ done, total: ids.length })
      try {
        await api.POST('/webhooks/outbound/deliveries/{delivery_id}/replay', {
          params: { path: { delivery_id } },
        })
      } catch (error) {
        left.push(delivery_id)
        setFailure(error as Error)
      }
    }
    setProgress(undefined)
    selection.rows.set(left)
    if (left.length < ids.length) notify(replayRange.progress(ids.length - left.length, ids.length))
    await refresh()
  }
  if (selection.ids.length === 0) return null
  return (
    <div role="region" aria-label={w.selectedTitle} className="bulk-bar sticky-bar">
      {failure && <Failure error={failure} title={replayRange.failures(ids.length)} />}
      <Group gap="xs" mt={failure && 'xs'}>
        <Text size="sm" fw={600} role="status">
          {progress
            ? replayRange.progress(progress.done, progress.total)
            : lists.bulk.selected(w.count(ids.length))}
          {leftOut > 0 && `. ${w.testsLeftOut(leftOut)}`}
        </Text>
        <Button
          size="xs"
          disabled={ids.length === 0}
          loading={progress !== undefined}
          onClick={() => void replayAll()}
        >
          {w.replaySelected}
        </Button>
        <Button size="xs" variant="subtle" disabled={progress !== undefined} onClick={selection.clear}>
          {lists.bulk.clear}
        </Button>
      </Group>
      {progress && (
        <Progress value={(100 * progress.done) / progress.total} mt="xs" aria-label={w.selectedTitle} />
      )}
    </div>
  )
}
