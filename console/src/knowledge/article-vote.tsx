import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, withId } from '../api/client.ts'
import { useRefresh } from '../api/records.ts'
import type { Article } from '../api/schema.d.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { withoutReload } from '../shell/without-reload.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { path } from './model.ts'

interface Vote {
  helpful: boolean
  comment?: string
}

/** Each user has one vote, which can be changed. */
export function ArticleVote({ article: { id, state } }: { article: Article }) {
  const refresh = useRefresh(path)
  const [comment, setComment] = useState('')
  const [accepted, setAccepted] = useState<Vote>()
  const thanks = useRef<HTMLParagraphElement>(null)
  const vote = useMutation({
    mutationFn: (given: Vote) => api.POST('/knowledge/articles/{id}/votes', { ...withId(id), body: given }),
    onSuccess: (_, given) => {
      setAccepted(given)
      if (given.comment) thanks.current?.focus() // the form is gone
      return refresh(id)
    },
  })
  if (state !== 'published') return null
  return (
    <Section title={w.didItHelp}>
      <Group gap="xs">
        {([true, false] as const).map((answer) => (
          <Button
            key={String(answer)}
            size="xs"
            variant={accepted?.helpful === answer ? 'light' : 'default'}
            aria-pressed={accepted?.helpful === answer}
            onClick={() => vote.isPending || vote.mutate({ helpful: answer })}
          >
            {answer ? w.helped : w.didNotHelp}
          </Button>
        ))}
      </Group>
      <Text size="sm" role="status" ref={thanks} tabIndex={-1}>
        {accepted && w.thanks}
      </Text>
      {vote.error && <Failure error={vote.error} />}
      {accepted?.helpful === false && !accepted.comment && (
        <form onSubmit={withoutReload(() => vote.mutate({ helpful: false, comment }))}>
          <Stack gap="xs" align="start">
            <Textarea
              label={w.whatIsMissing}
              w="100%"
              maxLength={10_000}
              autosize
              minRows={2}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={comment.trim() === ''} loading={vote.isPending}>
              {w.sendComment}
            </Button>
          </Stack>
        </form>
      )}
    </Section>
  )
}
