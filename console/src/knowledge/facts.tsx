import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Article, UpdateArticle } from '../api/schema.d.ts'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { PersonName } from '../records/person.tsx'
import { AnchorLink, BadgeLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { knowledge as w } from '../words/knowledge.ts'
import { records } from '../words/records.ts'

const editable: readonly FieldOf<UpdateArticle>[] = [
  { name: 'category', label: w.category },
  { name: 'tags', label: w.tags, kind: 'tags', hint: w.tagsHint },
]

interface Props {
  article: Article
  record: EditableRecord
  hasVersions: boolean
}

/** Category and tags, which editors edit here and readers follow to more articles; author, dates and review status. */
export function Facts({ article, record, hasVersions }: Props) {
  return (
    <Section title={w.about}>
      <EditableFields
        record={record}
        fields={record.save ? editable : []}
        facts={[...(record.save ? [] : placeOf(article)), ...factsOf(article)]}
      />
      {hasVersions && (
        <AnchorLink to="/knowledge/$id/versions" params={{ id: article.id }} size="sm">
          {w.versions}
        </AnchorLink>
      )}
    </Section>
  )
}

type Fact = readonly [string, ReactNode]

const placeOf = ({ category, tags }: Article): Fact[] => [
  ...(category
    ? [
        [
          w.category,
          <AnchorLink key="category" to="/knowledge" underline="always" search={{ category }} size="sm">
            {category}
          </AnchorLink>,
        ] as const,
      ]
    : []),
  ...(tags.length > 0 ? [[w.tags, <Tags key="tags" tags={tags} />] as const] : []),
]

function factsOf(article: Article): Fact[] {
  const { author, updated_by, published_at, reviewed_at, source_incident_id: source } = article
  return [
    [w.author, <PersonName key="author" email={author} withoutInitials />],
    ...(updated_by === author
      ? []
      : [[w.changedBy, <PersonName key="updated_by" email={updated_by} withoutInitials />] as const]),
    [records.updated, <When key="updated" at={article.updated_at} />],
    ...(published_at ? [[w.published, <When key="published" at={published_at} />] as const] : []),
    [w.reviewed, reviewed_at ? <When key="reviewed" at={reviewed_at} /> : w.neverReviewed],
    [w.helpful, w.votes(article.helpful_count, article.unhelpful_count)],
    ...(source
      ? [
          [
            w.source,
            <AnchorLink key="source" to="/incidents/$id" params={{ id: source }} size="sm" underline="always">
              {source}
            </AnchorLink>,
          ] as const,
        ]
      : []),
  ]
}

const Tags = ({ tags }: { tags: string[] }) => (
  <Group gap={4}>
    {tags.map((tag) => (
      <BadgeLink key={tag} to="/knowledge" search={{ tag }} variant="default" maw="100%">
        {tag}
      </BadgeLink>
    ))}
  </Group>
)
