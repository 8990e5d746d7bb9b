import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WatchedPath } from '../api/paths.ts'
import { setWatching, usePart } from '../api/records.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { notifyProblem } from '../shell/notify-problem.ts'
import { Section } from '../shell/section.tsx'
import { records as w } from '../words/records.ts'
import { PersonName } from './person.tsx'

interface Props {
  path: WatchedPath
  id: string
}

/** Who watches a record, by name. */
export function Watchers({ path, id }: Props) {
  const { data, error, refetch } = usePart(`${path}/{id}/watchers`, id)
  return (
    <Section title={w.watchers} actions={<WatchButton path={path} id={id} />}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.watchers.length === 0 && <Dimmed>{w.noWatchers}</Dimmed>}
      <Group gap="xs">
        {data?.watchers.map(({ email, name }) => (
          <PersonName key={email} email={email} {...(name !== null && { name })} />
        ))}
      </Group>
    </Section>
  )
}

/** Watchers are notified of every change by others. */
export function WatchButton({ path, id }: Props) {
  const queries = useQueryClient()
  const { data } = usePart(`${path}/{id}/watchers`, id)
  const isWatching = data?.watching ?? false
  const toggle = useMutation({
    mutationFn: () => setWatching(path, id, !isWatching),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: [path, id, 'watchers'] }),
  })
  const count = data?.watchers.length ?? 0
  return (
    <Button
      variant="default"
      size="xs"
      loading={toggle.isPending}
      disabled={!data}
      aria-pressed={isWatching}
      title={data?.watchers.map(({ name, email }) => name ?? email).join(', ')}
      onClick={() => toggle.mutate()}
    >
      {isWatching ? w.unwatch : w.watch}
      {count > 0 && ` (${count})`}
    </Button>
  )
}
