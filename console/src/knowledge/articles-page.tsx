import { Badge, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Article } from '../api/schema.d.ts'
import type { ListColumn } from '../records/columns-menu.tsx'
import { personColumn, textColumn, updatedColumn } from '../records/common-columns.tsx'
import { ListPage } from '../records/list-page.tsx'
import { useMe } from '../session/me.ts'
import { Caption } from '../shell/dimmed.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { Ask } from './ask.tsx'
import { excerptAround } from './excerpt.ts'
import { filtersFor } from './filters.ts'
import { FromIncident } from './from-incident.tsx'
import { MarkedText } from './marked-text.tsx'
import { path, stateColours } from './model.ts'
import { Pages, viewsFor } from './views.tsx'

const route = getRouteApi('/knowledge')

/** Below the title: the matching excerpt, or the category. */
const Title = ({ article: { title, snippet, highlights, category, tags } }: { article: Article }) => (
  <>
    <Text truncate fw={500} size="sm">
      <MarkedText text={title} ranges={highlights?.title ?? []} />
    </Text>
    <Caption truncate>
      {snippet ? (
        <MarkedText {...excerptAround(snippet, highlights?.snippet ?? [])} />
      ) : (
        [...new Set([category, ...tags])].filter(Boolean).join(' · ')
      )}
    </Caption>
  </>
)

const columns: readonly ListColumn<Article>[] = [
  textColumn('id', w.number, '6rem'),
  {
    key: 'title',
    label: w.name,
    width: 'minmax(0, 1fr)',
    isOnSmallScreens: true,
    sort: { by: 'title', order: 'asc' },
    show: (article) => <Title article={article} />,
  },
  {
    key: 'state',
    label: w.state,
    width: '6.5rem',
    isOnSmallScreens: true,
    show: ({ state }) => <Badge color={stateColours[state]}>{w.states[state]}</Badge>,
  },
  {
    key: 'helpful_count',
    label: w.helpful,
    width: '6.5rem',
    sort: { by: 'helpful', order: 'desc' },
    show: ({ helpful_count, unhelpful_count }) => w.votes(helpful_count, unhelpful_count),
  },
  updatedColumn,
  { ...personColumn('author', w.author, '11rem'), isOptional: true },
]

export function ArticlesPage() {
  const search = route.useSearch()
  const { may } = useMe()
  const isWriter = may('editors') || may('agents')
  return (
    <ListPage
      words={w}
      noun="articles"
      path={path}
      to="/knowledge"
      search={search}
      views={viewsFor(isWriter)}
      filters={filtersFor(isWriter)}
      columns={columns}
      // The service puts the best match first.
      defaultSort={search.q ? { by: 'relevance', order: 'desc' } : undefined}
      textOf={({ body }) => body}
      actions={isWriter && <FromIncident />}
      creators="editors"
      above={may('agents') && <Ask />}
      pages={<Pages />}
      rowHeight={52}
    />
  )
}
