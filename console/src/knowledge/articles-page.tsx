import { Badge, Button, Stack, Text } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import type { Article } from '../api/schema.d.ts'
import { choicesFrom } from '../records/field-input.tsx'
import { EmptyList } from '../records/empty-list.tsx'
import { Filters, type Filter } from '../records/filters.tsx'
import { Table, type Column } from '../records/table.tsx'
import { useMe } from '../session/me.ts'
import { PageHead } from '../shell/page-head.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { Ask } from './ask.tsx'
import { FromIncident } from './from-incident.tsx'
import { MarkedText } from './marked-text.tsx'
import { path, stateColours } from './model.ts'
import { excerptAround } from './excerpt.ts'
import { Views } from './views.tsx'

const { knowledge: w, records } = words
const route = getRouteApi('/knowledge')

/** Below the title: the matching excerpt, or the category. */
const Title = ({ article: { title, snippet, highlights, category, tags } }: { article: Article }) => (
  <>
    <Text truncate fw={500} size="sm">
      <MarkedText text={title} ranges={highlights?.title ?? []} />
    </Text>
    <Text truncate size="xs" c="dimmed">
      {snippet ? (
        <MarkedText {...excerptAround(snippet, highlights?.snippet ?? [])} />
      ) : (
        [category, ...tags].filter(Boolean).join(' · ')
      )}
    </Text>
  </>
)

const columns: readonly Column<Article>[] = [
  { label: w.number, width: '6.5rem', isWide: true, show: ({ id }) => id },
  { label: w.name, width: 'minmax(0, 1fr)', show: (article) => <Title article={article} /> },
  {
    label: w.state,
    width: '7rem',
    show: ({ state }) => (
      <Badge color={stateColours[state]} variant="light">
        {w.states[state]}
      </Badge>
    ),
  },
  {
    label: w.helpful,
    width: '6.5rem',
    isWide: true,
    show: ({ helpful_count, unhelpful_count }) => w.votes(helpful_count, unhelpful_count),
  },
  {
    label: records.updated,
    width: '11rem',
    isWide: true,
    show: ({ updated_at }) => <When at={updated_at} />,
  },
]

const { relevance: _, ...sortsWithoutWords } = w.sorts

const distinct = (values: (string | null)[]) =>
  [...new Set(values)].flatMap((value) => (value === null ? [] : [{ value, label: value }]))

/** Readers see only published articles, so they have no state filter. */
const filtersFor = (rows: readonly Article[], hasStates: boolean): Filter[] => [
  ...(hasStates ? [{ name: 'state', label: w.state, choices: choicesFrom(w.states) }] : []),
  {
    name: 'category',
    label: w.category,
    kind: 'words',
    choices: distinct(rows.map(({ category }) => category)),
  },
  { name: 'tag', label: w.tag, kind: 'words', choices: distinct(rows.flatMap(({ tags }) => tags)) },
]

export function ArticlesPage() {
  const view = route.useSearch()
  const navigate = useNavigate()
  const { may } = useMe()
  const list = useList(path, { ...view })
  const show = (change: Record<string, string | undefined>) => {
    const resetSort = 'q' in change ? { sort: undefined, order: undefined } : {} // best match first
    const search = (before: object) => ({ ...before, ...resetSort, ...change })
    void navigate({ to: '/knowledge', search, replace: true } as never)
  }
  const isWriter = may('editors') || may('agents')
  return (
    <Stack gap="sm">
      <PageHead title={w.title}>
        {isWriter && <FromIncident />}
        {may('editors') && (
          <Button component={Link} to="/knowledge/new">
            {w.create}
          </Button>
        )}
      </PageHead>
      <Views />
      {may('agents') && <Ask />}
      <Filters
        view={{ state: 'published', ...(view.q && { sort: 'relevance' }), ...view }}
        show={show}
        filters={filtersFor(list.rows, isWriter)}
        sorts={view.q ? w.sorts : sortsWithoutWords}
        ascending={['title']}
      />
      <Table
        list={list}
        columns={columns}
        href={({ id }) => `/knowledge/${id}`}
        count={w.count}
        empty={
          <EmptyList
            view={view}
            about={w.listAbout}
            first={may('editors') && { label: w.first, to: '/knowledge/new' }}
          />
        }
        rowHeight={58}
      />
    </Stack>
  )
}
