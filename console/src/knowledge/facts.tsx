import { Group } from '@mantine/core'
import type { Article, UpdateArticle } from '../api/schema.d.ts'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import type { Fact } from '../records/facts.tsx'
import type { FieldOf } from '../records/field-input.tsx'
import { PersonName } from '../records/person.tsx'
import { RecordLink } from '../records/record-link.tsx'
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
    <Section title={w.aboutArticle}>
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

const placeOf = ({ category, tags }: Article): Fact[] => [
  [
    w.category,
    category && (
      <AnchorLink key="category" to="/knowledge" underline="always" search={{ category }} size="sm">
        {category}
      </AnchorLink>
    ),
  ],
  [w.tags, tags.length > 0 && <Tags key="tags" tags={tags} />],
]

function factsOf(article: Article): Fact[] {
  const { author, updated_by, published_at, reviewed_at, source_incident_id: source } = article
  return [
    [w.author, <PersonName key="author" email={author} withoutInitials />],
    [
      w.changedBy,
      updated_by !== author && <PersonName key="updated_by" email={updated_by} withoutInitials />,
    ],
    [records.updated, <When key="updated" at={article.updated_at} />],
    [w.published, published_at && <When key="published" at={published_at} />],
    [w.reviewed, reviewed_at ? <When key="reviewed" at={reviewed_at} /> : w.neverReviewed],
    [w.helpful, w.votes(article.helpful_count, article.unhelpful_count)],
    [w.source, source && <RecordLink key="source" id={source} title="" underline="always" />],
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
