import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { remove, useList, useRefresh } from '../api/records.ts'
import type { KnowledgeGap } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { Caption } from '../shell/dimmed.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { knowledge as w } from '../words/knowledge.ts'
import { Views } from './views.tsx'

const path = '/knowledge/gaps'

/** Questions that no article answers. */
export function GapsPage() {
  const list = useList(path)
  return (
    <Stack gap="sm">
      <PageHead title={w.views.gaps} detail={w.gapsDetail} />
      <Views />
      <Text size="sm" role="status">
        {list.total === undefined ? '' : w.gapCount(list.total)}
      </Text>
      {list.error && <Failure error={list.error} retry={list.retry} />}
      {list.total === undefined && !list.error && <Loading />}
      {list.total === 0 && <Empty text={w.noGaps} />}
      {list.rows.map((gap) => (
        <Question key={gap.id} gap={gap} />
      ))}
      {list.hasMore && (
        <Button variant="default" onClick={list.more} loading={list.isFetching}>
          {w.more}
        </Button>
      )}
    </Stack>
  )
}

function Question({ gap: { id, question, times, last_asked_at } }: { gap: KnowledgeGap }) {
  const { may } = useMe()
  const refresh = useRefresh(path)
  const dismiss = useMutation({
    mutationFn: () => remove(path, id),
    onSuccess: () => notify(w.dismissed),
    onSettled: () => refresh(),
  })
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Text className="anywhere">{question}</Text>
          <Caption>
            {w.asked(times)}, {w.lastAsked} <When at={last_asked_at} />
          </Caption>
        </Stack>
        {may('editors') && (
          <Group gap="xs">
            <ButtonLink to="/knowledge/new" search={{ title: question }} size="xs">
              {w.write}
            </ButtonLink>
            <Button size="xs" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
              {w.dismiss}
            </Button>
          </Group>
        )}
      </Group>
      {dismiss.error && <Failure error={dismiss.error} />}
    </Paper>
  )
}
