import { Box, Button, Group, Paper, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { withoutReload } from '../shell/without-reload.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { Answer } from './answer.tsx'

/** A question in free text, answered from the articles. */
export function Ask() {
  const [question, setQuestion] = useState('')
  const asking = useMutation({
    mutationFn: () => bodyOf(api.POST('/ai/ask', { body: { question } })),
  })
  return (
    <Paper withBorder p="md">
      <form onSubmit={withoutReload(() => question.trim() && asking.mutate())}>
        <Group align="end" gap="xs">
          <TextInput
            label={w.question}
            placeholder={w.questionHint}
            maxLength={2000}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            flex="1 1 14rem"
          />
          <Button type="submit" disabled={question.trim() === ''} loading={asking.isPending}>
            {w.ask}
          </Button>
        </Group>
      </form>
      <Box aria-live="polite" mt={asking.isIdle ? 0 : 'sm'}>
        {asking.isPending && <Loading />}
        {asking.error && <Failure error={asking.error} />}
        {asking.data && <Answer response={asking.data} close={asking.reset} />}
      </Box>
    </Paper>
  )
}
