import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { remove, useList, useRefresh } from '../api/records.ts'
import type { KnowledgeGap } from '../api/schema.d.ts'
import { Entries } from '../records/entries.tsx'
import { useMe } from '../session/me.ts'
import { Caption } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
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
      <Entries list={list} idOf={({ id }) => id} count={w.gapCount} empty={w.noGaps}>
        {(gap) => <Question gap={gap} />}
      </Entries>
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
            <ButtonLink
              to="/knowledge/new"
              search={{ title: question }}
              size="xs"
              aria-label={w.writeOne(question)}
            >
              {w.write}
            </ButtonLink>
            <Button
              size="xs"
              variant="default"
              aria-label={w.dismissOne(question)}
              loading={dismiss.isPending}
              onClick={() => dismiss.mutate()}
            >
              {w.dismiss}
            </Button>
          </Group>
        )}
      </Group>
      {dismiss.error && <Failure error={dismiss.error} />}
    </Paper>
  )
}
