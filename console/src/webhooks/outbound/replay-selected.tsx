import '../../records/list-page.css'
import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useRefresh } from '../../api/records.ts'
import type { SelectedRows } from '../../records/bulk/selection.ts'
import { focusFirstRow } from '../../records/table-focus.ts'
import { isFocusLost } from '../../shell/catch-focus.ts'
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

interface Failed {
  error: Error
  ids: readonly string[]
}

/** Replays the selected deliveries one after the other. Those that could not be replayed stay selected. */
export function ReplaySelected({ webhook, selection, tests }: Props) {
  const refresh = useRefresh(`${path}/${webhook}/deliveries`)
  const [progress, setProgress] = useState<{ done: number; failed: number; total: number }>()
  const [failed, setFailed] = useState<Failed>()
  const ids = selection.ids.filter((id) => !tests.has(id))
  const leftOut = selection.ids.length - ids.length
  const failures = failed?.ids.filter((id) => selection.ids.includes(id)).length ?? 0
  const button = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(false)
  const isRunning = progress !== undefined
  // A button loses the focus while it is disabled, and when the bar disappears.
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (!hasEnded || !isFocusLost()) return
    if (button.current) button.current.focus()
    else focusFirstRow()
  }, [isRunning])
  const replayAll = async () => {
    const left: string[] = []
    let error: unknown
    setFailed(undefined)
    for (const [done, delivery_id] of ids.entries()) {
      setProgress({ done, failed: left.length, total: ids.length })
      try {
        await api.POST('/webhooks/outbound/deliveries/{delivery_id}/replay', {
          params: { path: { delivery_id } },
        })
      } catch (thrown) {
        left.push(delivery_id)
        error = thrown
      }
    }
    setProgress(undefined)
    if (left.length > 0) setFailed({ error: error as Error, ids: left })
    selection.deselect(selection.ids.filter((id) => !left.includes(id)))
    if (left.length < ids.length) notify(replayRange.progress(ids.length - left.length, ids.length))
    await refresh()
  }
  // Another filter starts with an empty selection, also while a replay runs.
  if (selection.ids.length === 0 && !progress) return null
  return (
    <div role="region" aria-label={w.selectedTitle} className="bulk-bar sticky-bar">
      {failed && failures > 0 && <Failure error={failed.error} title={replayRange.failures(failures)} />}
      <Group gap="xs" mt={failures > 0 ? 'xs' : 0}>
        <Text size="sm" fw={600} role="status">
          {progress
            ? replayRange.progress(progress.done - progress.failed, progress.total)
            : lists.bulk.selected(w.count(ids.length))}
          {!progress && leftOut > 0 && `. ${w.testsLeftOut(leftOut)}`}
        </Text>
        <Button
          ref={button}
          size="xs"
          disabled={ids.length === 0}
          loading={isRunning}
          onClick={() => void replayAll()}
        >
          {w.replaySelected}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          disabled={isRunning}
          onClick={() => {
            selection.clear()
            focusFirstRow() // the bar disappears with its button
          }}
        >
          {lists.bulk.clear}
        </Button>
      </Group>
      {progress && (
        <Progress value={(100 * progress.done) / progress.total} mt="xs" aria-label={w.selectedTitle} />
      )}
    </div>
  )
}
