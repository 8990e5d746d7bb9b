import { Text } from '@mantine/core'
import { usePart } from '../api/records.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { path } from './model.ts'

const { knowledge: w } = words

/** Comments of readers with their votes, visible to editors. */
export function Comments({ id }: { id: string }) {
  const { data, error, refetch } = usePart(`${path}/{id}/votes`, id, { limit: '200' })
  const comments = data?.data.filter(({ comment }) => comment)
  return (
    <Section title={w.comments}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {comments?.length === 0 && <Text size="sm">{w.noComments}</Text>}
      {comments?.map(({ voter, helpful, comment, at }) => (
        <div key={voter}>
          <Text size="xs" c="dimmed" className="anywhere">
            {w.verdict(helpful)}, {voter}, <When at={at} />
          </Text>
          <Text size="sm" className="anywhere">
            {comment}
          </Text>
        </div>
      ))}
    </Section>
  )
}
