import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Article } from '../api/schema.d.ts'
import { PersonName } from '../records/person.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'

const { knowledge: w, records } = words

/** Author, dates and review status. */
export function Facts({ article, hasVersions }: { article: Article; hasVersions: boolean }) {
  const { author, updated_by, published_at, reviewed_at, source_incident_id: source } = article
  return (
    <Section title={w.about}>
      <Stack gap={6}>
        {article.category && (
          <Fact name={w.category}>
            <Anchor
              component={Link}
              to="/knowledge"
              underline="always"
              search={{ category: article.category } as never}
              size="sm"
            >
              {article.category}
            </Anchor>
          </Fact>
        )}
        {article.tags.length > 0 && <Tags tags={article.tags} />}
        <Fact name={w.author}>
          <PersonName email={author} withoutInitials />
        </Fact>
        {updated_by !== author && (
          <Fact name={w.changedBy}>
            <PersonName email={updated_by} withoutInitials />
          </Fact>
        )}
        <Fact name={records.updated}>
          <When at={article.updated_at} />
        </Fact>
        {published_at && (
          <Fact name={w.published}>
            <When at={published_at} />
          </Fact>
        )}
        <Fact name={w.reviewed}>{reviewed_at ? <When at={reviewed_at} /> : w.neverReviewed}</Fact>
        <Fact name={w.helpful}>{w.votes(article.helpful_count, article.unhelpful_count)}</Fact>
        {source && (
          <Fact name={w.source}>
            <Anchor component={Link} to={`/incidents/${source}`} size="sm" underline="always">
              {source}
            </Anchor>
          </Fact>
        )}
        {hasVersions && (
          <Anchor component={Link} to={`/knowledge/${article.id}/versions`} size="sm">
            {w.versions}
          </Anchor>
        )}
      </Stack>
    </Section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Text size="sm" className="anywhere">
    <Text span size="sm" c="dimmed">
      {name}:
    </Text>{' '}
    {children}
  </Text>
)

const Tags = ({ tags }: { tags: string[] }) => (
  <Group gap={4}>
    {tags.map((tag) => (
      <Badge
        key={tag}
        component={Link}
        to="/knowledge"
        search={{ tag } as never}
        variant="default"
        tt="none"
        maw="100%"
      >
        {tag}
      </Badge>
    ))}
  </Group>
)
