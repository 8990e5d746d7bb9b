import { Button, Group, List, Progress, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import type { Job } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { sentenceOf } from '../../shell/problem-text.ts'
import { lists } from '../../words/lists.ts'
import { shell } from '../../words/shell.ts'
import { RecordLink } from '../record-link.tsx'
import { isOver } from './model.ts'

const { bulk: w } = lists

/** A job by filter may have thousands of results. */
const maxShown = 100

interface Props {
  ids: string[]
  count: (n: number) => string
  /** Called once, when the last job has ended. */
  onDone: () => void
  close: () => void
}

const read = (job_id: string, results: 'all' | 'failed' | 'none') =>
  bodyOf(api.GET('/jobs/{job_id}', { params: { path: { job_id }, query: { results } } }))

/** Results are read once, at the end; of a large job only the failed ones. */
async function readJob(id: string): Promise<Job> {
  const job = await read(id, 'none')
  return isOver(job) ? read(id, job.total > maxShown ? 'failed' : 'all') : job
}

/** Progress of the bulk jobs and the result for each record. */
export function Jobs({ ids, count, onDone, close }: Props) {
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['/jobs', id],
      queryFn: () => readJob(id),
      refetchInterval: (query: { state: { data?: Job | undefined; error: Error | null } }) => {
        const { data, error } = query.state
        return error || (data && isOver(data)) ? false : 500
      },
    })),
  })
  const jobs = answers.flatMap(({ data }) => data ?? [])
  const failure = answers.find(({ error }) => error)
  const isDone = jobs.length === ids.length && jobs.every(isOver)
  const atTheEnd = useRef(onDone)
  atTheEnd.current = onDone
  useEffect(() => {
    if (isDone) atTheEnd.current()
  }, [isDone])
  const sum = (field: 'total' | 'processed' | 'succeeded' | 'failed') =>
    jobs.reduce((n, job) => n + job[field], 0)
  const share = sum('total') > 0 ? (100 * sum('processed')) / sum('total') : 0
  return (
    <section aria-label={w.title} className="bulk-jobs">
      {failure?.error && <Failure error={failure.error} retry={() => void failure.refetch()} />}
      <Group gap="sm" wrap="nowrap">
        <Progress.Root size="lg" flex={1}>
          <Progress.Section
            value={share}
            aria-label={w.progress}
            color={sum('failed') > 0 ? 'orange' : 'teal'}
          />
        </Progress.Root>
        {/* Screen readers hear the result, not two numbers a second. */}
        {!isDone && (
          <Text size="sm">
            {jobs.length === 0 ? shell.loading : w.inProgress(sum('processed'), sum('total'))}
          </Text>
        )}
        <Text size="sm" role="status">
          {isDone && w.done(count(sum('succeeded')), sum('failed'))}
        </Text>
        <Button size="compact-xs" variant="default" onClick={close}>
          {shell.close}
        </Button>
      </Group>
      <Outcomes results={jobs.flatMap(({ results }) => results)} count={count} />
    </section>
  )
}

type OutcomesProps = Pick<Props, 'count'> & { results: Job['results'] }

/** Failures first, with the reason. */
function Outcomes({ results, count }: OutcomesProps) {
  const failed = results.filter(({ status }) => status === 'failed')
  const others = results.filter(({ status }) => status !== 'failed')
  return (
    <>
      {failed.length > 0 && (
        <List size="sm" aria-label={w.failed} listStyleType="none">
          {failed.slice(0, maxShown).map(({ index, id, error }) => (
            <List.Item key={`${id} ${index}`} className="anywhere">
              {id && <RecordLink id={id} title="" underline="always" />} {w.outcomes.failed}:{' '}
              {error && sentenceOf(error.message)}
            </List.Item>
          ))}
          {failed.length > maxShown && <List.Item>{w.more(failed.length - maxShown)}</List.Item>}
        </List>
      )}
      {others.length > 0 && (
        <details>
          <summary>{w.succeeded(count(others.length))}</summary>
          <List size="sm" listStyleType="none" aria-label={w.succeeded(count(others.length))}>
            {others.map(({ index, id, status }) => (
              <List.Item key={`${id} ${index}`}>
                {id && (status === 'deleted' ? id : <RecordLink id={id} title="" underline="always" />)}{' '}
                {w.outcomes[status as keyof typeof w.outcomes]}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </>
  )
}
