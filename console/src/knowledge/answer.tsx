import { Alert, Anchor, Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ArticleCitation, AskAnswer } from '../api/schema.d.ts'
import { Markdown } from '../shell/markdown.tsx'
import { words } from '../words.ts'

const { knowledge: w } = words

/** Ids of the cited articles become links; nothing else in the answer does. */
const withLinks = (answer: string, citations: ArticleCitation[]) =>
  citations.reduce(
    (text, { article_id }) => text.replaceAll(`[${article_id}]`, `[${article_id}](/knowledge/${article_id})`),
    answer,
  )

function surenessOf(citations: ArticleCitation[]): keyof typeof w.sureness {
  const best = Math.max(0, ...citations.filter(({ quoted }) => quoted).map(({ relevance }) => relevance))
  return best >= 0.75 ? 'high' : best >= 0.4 ? 'medium' : 'low'
}

const colours = { high: 'teal', medium: 'yellow', low: 'orange' }

/** What the articles say, how well they cover the question, and where it stands. */
export function Answer({ asked, close }: { asked: AskAnswer; close: () => void }) {
  const { answer, citations, covered, model_used } = asked
  if (!covered)
    return (
      <Alert
        color="yellow"
        title={w.notCovered}
        withCloseButton
        onClose={close}
        closeButtonLabel={w.closeAnswer}
      >
        {w.notCoveredDetail}
      </Alert>
    )
  const sureness = surenessOf(citations)
  return (
    <Stack gap="sm" component="section" aria-label={w.answer}>
      <Badge color={colours[sureness]} variant="light" tt="none">
        {w.sureness[sureness]}
      </Badge>
      <Markdown text={withLinks(answer, citations)} />
      <div>
        <Text size="sm" fw={600}>
          {w.sources}
        </Text>
        <List size="sm">
          {citations.map(({ article_id, title, relevance, quoted }) => (
            <List.Item key={article_id}>
              <Anchor component={Link} to={`/knowledge/${article_id}`} size="sm" className="anywhere">
                {article_id} {title}
              </Anchor>{' '}
              <Text span size="xs" c="dimmed">
                {quoted ? w.quoted : w.read}, {w.relevance(relevance)}
              </Text>
            </List.Item>
          ))}
        </List>
      </div>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {model_used.startsWith('local/') ? w.madeOf : w.madeBy(model_used)}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={close}>
          {w.closeAnswer}
        </Button>
      </Group>
    </Stack>
  )
}
