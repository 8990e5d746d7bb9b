import { Button, Group, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useRead } from '../api/records.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { notifyProblem } from '../shell/notify-problem.ts'
import { When } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'
import { firstRun } from '../words/first-run.ts'

const { demo: w } = administration

const pollInterval = 1000

export function DemoPage() {
  const queries = useQueryClient()
  const { data, error, refetch } = useRead('/demo', {
    refetchInterval: ({ state }) => (state.data?.status === 'loading' ? pollInterval : false),
  })
  /** Every list may have changed. */
  const refresh = () => queries.invalidateQueries()
  const remove = async () => {
    await api.DELETE('/demo')
    notify(w.removed)
    await refresh()
  }
  const load = async () => {
    await api.POST('/demo/reset')
    await refresh()
  }
  const showChecklist = useMutation({
    mutationFn: () => api.PUT('/onboarding', { body: { dismissed: false } }),
    onSuccess: () => notify(firstRun.shown),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: ['/onboarding'] }),
  })
  const isLoading = data?.status === 'loading'
  const actions = data && (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => showChecklist.mutate()}>
        {firstRun.showAgain}
      </Button>
      {data.total > 0 ? (
        <>
          <ConfirmButton label={w.remove} question={w.removeQuestion} act={remove} disabled={isLoading} />
          <ConfirmButton label={w.reload} question={w.reloadQuestion} act={load} disabled={isLoading} />
        </>
      ) : (
        <ConfirmButton label={w.load} question={w.loadQuestion} act={load} disabled={isLoading} />
      )}
    </Group>
  )
  return (
    <Section title={w.title} actions={actions}>
      <Text size="sm">{w.hint}</Text>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Text role="status" fw={600}>
            {w.states[data.status]} {data.total > 0 && w.records(data.total)}
          </Text>
          {data.at && (
            <Dimmed>
              <When at={data.at} />
            </Dimmed>
          )}
          {data.total > 0 && (
            <Table maw="20rem">
              <Table.Tbody>
                {Object.entries(data.records).map(([name, n]) => (
                  <Table.Tr key={name}>
                    <Table.Th fw={400}>{w.names[name] ?? name}</Table.Th>
                    <Table.Td ta="end">{n.toLocaleString('en')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </>
      )}
    </Section>
  )
}
