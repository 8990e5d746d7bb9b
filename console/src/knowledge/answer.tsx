import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import type { ArticleCitation, AskAnswer } from '../api/schema.d.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Caption } from '../shell/dimmed.ts'
import { Markdown } from '../shell/markdown.tsx'
import { knowledge as w } from '../words/knowledge.ts'

/** Links the IDs of cited articles; other text stays plain. */
const withLinks = (answer: string, citations: ArticleCitation[]) =>
  citations.reduce(
    (text, { article_id }) => text.replaceAll(`[${article_id}]`, `[${article_id}](/knowledge/${article_id})`),
    answer,
  )

function confidenceOf(citations: ArticleCitation[]): keyof typeof w.coverage {
  const best = Math.max(0, ...citations.filter(({ quoted }) => quoted).map(({ relevance }) => relevance))
  return best >= 0.75 ? 'high' : best >= 0.4 ? 'medium' : 'low'
}

const colours = { high: 'teal', medium: 'yellow', low: 'orange' }

/** The answer from the articles, its confidence, and the citations. */
export function Answer({ response, close }: { response: AskAnswer; close: () => void }) {
  const { answer, citations, covered, model_used } = response
  if (!covered)
    return (
      <Alert
        color="yellow"
        title={w.notCovered}
        withCloseButton
        onClose={close}
        closeButtonLabel={w.closeAnswer}
      >
        {answer}
      </Alert>
    )
  const confidence = confidenceOf(citations)
  return (
    <Stack gap="sm" component="section" aria-label={w.answer}>
      <Badge color={colours[confidence]}>{w.coverage[confidence]}</Badge>
      <Markdown text={withLinks(answer, citations)} />
      <div>
        <Text size="sm" fw={600}>
          {w.sources}
        </Text>
        <List size="sm">
          {citations.map(({ article_id, title, relevance, quoted }) => (
            <List.Item key={article_id}>
              <RecordLink id={article_id} title={title} />{' '}
              <Caption span>
                {quoted ? w.quoted : w.read}, {w.relevance(relevance)}
              </Caption>
            </List.Item>
          ))}
        </List>
      </div>
      <Group justify="space-between">
        <Caption>{model_used.startsWith('local/') ? w.quotedFrom : w.writtenBy(model_used)}</Caption>
        <Button size="compact-xs" variant="subtle" onClick={close}>
          {w.closeAnswer}
        </Button>
      </Group>
    </Stack>
  )
}
