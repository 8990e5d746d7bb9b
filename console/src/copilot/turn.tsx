import { List, Paper, Stack, Text } from '@mantine/core'
import { memo } from 'react'
import type { CopilotAnswer } from '../api/schema.d.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { copilot as w } from '../words/copilot.ts'
import { proseOf, type Turn } from './model.ts'
import { Proposal } from './proposal.tsx'
import { Results } from './results.tsx'

export const OneTurn = memo(function OneTurn({ turn }: { turn: Turn }) {
  const { question, text, answer, error, isStopped } = turn
  return (
    <Stack gap="xs">
      <Paper className="question" p="xs">
        <span className="unseen">{w.youAsked} </span>
        <Text size="sm" className="anywhere">
          {question}
        </Text>
      </Paper>
      {answer ? <TurnAnswer answer={answer} /> : text && <Markdown text={text} linksRecords />}
      {isStopped && <Text size="sm">{w.stopped}</Text>}
      {error && <Failure error={error} />}
      {!answer && !error && !isStopped && text === '' && <Loading />}
    </Stack>
  )
})

function TurnAnswer({ answer }: { answer: CopilotAnswer }) {
  const { citations, results, actions } = answer
  return (
    <>
      <Markdown text={proseOf(answer)} linksRecords />
      {results && <Results part={results} />}
      {results?.also?.map((part) => (
        <Results key={part.type} part={part} />
      ))}
      {citations.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {w.sources}
          </Text>
          <List size="sm">
            {citations.map(({ article_id, title }) => (
              <List.Item key={article_id}>
                <RecordLink id={article_id} title={title} />
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {actions.map((action) => (
        <Proposal key={`${action.method} ${action.path} ${action.label}`} action={action} />
      ))}
    </>
  )
}
