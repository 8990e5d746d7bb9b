import { Button, Modal, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReplayDeliveries } from '../../api/schema.d.ts'
import { api, bodyOf, withId } from '../../api/client.ts'
import { useRefresh } from '../../api/records.ts'
import { isOver } from '../../records/bulk/model.ts'
import { choicesFrom } from '../../records/choices-from.ts'
import type { Draft, FieldOf } from '../../records/field-input.tsx'
import { Form } from '../../records/form.tsx'
import { Failure } from '../../shell/failure.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { shell } from '../../words/shell.ts'
import { path } from './model.ts'

const { replayRange: w, deliveries } = webhooks

const fields: readonly FieldOf<ReplayDeliveries>[] = [
  { name: 'since', label: w.since, kind: 'time' },
  { name: 'until', label: w.until, kind: 'time' },
  {
    name: 'status',
    label: w.status,
    kind: 'choice',
    required: true,
    choices: choicesFrom(deliveries.statuses),
  },
]

/** Replays all deliveries of a period as a job, with its progress; the status of the list is suggested. */
export function ReplayRange({ id, status }: { id: string; status: string }) {
  const [isOpen, modal] = useDisclosure()
  const [job, setJob] = useState<string>()
  const start = async (body: Draft) =>
    setJob((await bodyOf(api.POST('/webhooks/outbound/{id}/replay', { ...withId(id), body }))).job_id)
  const close = () => {
    modal.close()
    setJob(undefined)
  }
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {w.open}
      </Button>
      <Modal opened={isOpen} onClose={close} title={w.title}>
        {job ? (
          <ReplayProgress job={job} id={id} close={close} />
        ) : (
          <Stack>
            <Text size="sm">{w.about}</Text>
            <Form fields={fields} initial={{ status }} label={w.start} submit={start} cancel={close} />
          </Stack>
        )}
      </Modal>
    </>
  )
}

function ReplayProgress({ job, id, close }: { job: string; id: string; close: () => void }) {
  const refresh = useRefresh(`${path}/${id}/deliveries`)
  const { data, error, refetch } = useQuery({
    queryKey: ['/jobs', job],
    queryFn: ({ signal }) => bodyOf(api.GET('/jobs/{job_id}', { params: { path: { job_id: job } }, signal })),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 500),
  })
  const isDone = data !== undefined && isOver(data)
  useEffect(() => {
    if (isDone) void refresh()
    // Once, at the end of the job.
  }, [isDone])
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <Stack>
      <Progress value={100 * (data?.progress ?? 0)} aria-label={w.title} />
      <Text size="sm" role="status">
        {data && w.progress(data.processed - data.failed, data.total)}
        {data && data.failed > 0 && `, ${w.failures(data.failed)}`}
        {isDone && `. ${w.finished}`}
      </Text>
      <Button variant="default" onClick={close}>
        {shell.close}
      </Button>
    </Stack>
  )
}
