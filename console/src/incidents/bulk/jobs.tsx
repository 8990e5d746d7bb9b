import { Anchor, Button, List, Progress, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import type { Job } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { Section } from '../../shell/section.tsx'
import { sentenceOf } from '../../shell/problem-text.ts'
import { words } from '../../words.ts'
import { isOver } from './model.ts'

const { bulk: w } = words.incidents

interface Props {
  ids: string[]
  /** Called once, when the last job has ended. */
  done: () => void
  close: () => void
}

/** Progress of the bulk jobs and the result for each record. */
export function Jobs({ ids, done, close }: Props) {
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['/jobs', id],
      queryFn: () => bodyOf(api.GET('/jobs/{job_id}', { params: { path: { job_id: id } } })),
      refetchInterval: (query: { state: { data?: Job | undefined; error: Error | null } }) => {
        const { data, error } = query.state
        return error || (data && isOver(data)) ? false : 500
      },
    })),
  })
  const jobs = answers.flatMap(({ data }) => data ?? [])
  const failure = answers.find(({ error }) => error)
  const isDone = jobs.length === ids.length && jobs.every(isOver)
  const atTheEnd = useRef(done)
  atTheEnd.current = done
  useEffect(() => {
    if (isDone) atTheEnd.current()
  }, [isDone])
  const sum = (field: 'total' | 'processed' | 'succeeded' | 'failed') =>
    jobs.reduce((n, job) => n + job[field], 0)
  const share = sum('total') > 0 ? (100 * sum('processed')) / sum('total') : 0
  return (
    <Section
      title={w.title}
      actions={
        <Button size="xs" variant="default" onClick={close}>
          {words.close}
        </Button>
      }
    >
      {failure?.error && <Failure error={failure.error} retry={() => void failure.refetch()} />}
      <Progress.Root size="lg">
        <Progress.Section
          value={share}
          aria-label={w.progress}
          color={sum('failed') > 0 ? 'orange' : 'teal'}
        />
      </Progress.Root>
      <Text size="sm" role="status">
        {isDone ? w.done(sum('succeeded'), sum('failed')) : w.inProgress(sum('processed'), sum('total'))}
      </Text>
      <Outcomes results={jobs.flatMap(({ results }) => results)} />
    </Section>
  )
}

/** Failures first, with the reason. */
function Outcomes({ results }: { results: Job['results'] }) {
  const failed = results.filter(({ status }) => status === 'failed')
  const others = results.filter(({ status }) => status !== 'failed')
  return (
    <Stack gap="xs">
      {failed.length > 0 && (
        <List size="sm" aria-label={w.failed} listStyleType="none">
          {failed.map(({ index, id, error }) => (
            <List.Item key={`${id} ${index}`} className="anywhere">
              {id && <ToIncident id={id} />} {w.outcomes.failed}: {error && sentenceOf(error.message)}
            </List.Item>
          ))}
        </List>
      )}
      {others.length > 0 && (
        <details>
          <summary>{w.succeeded(others.length)}</summary>
          <List size="sm" listStyleType="none" aria-label={w.succeeded(others.length)}>
            {others.map(({ index, id, status }) => (
              <List.Item key={`${id} ${index}`}>
                {id && (status === 'deleted' ? id : <ToIncident id={id} />)}{' '}
                {w.outcomes[status as keyof typeof w.outcomes]}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </Stack>
  )
}

const ToIncident = ({ id }: { id: string }) => (
  <Anchor component={Link} to={`/incidents/${id}`} size="sm" underline="always">
    {id}
  </Anchor>
)
