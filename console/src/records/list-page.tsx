import './list-page.css'
import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { usePausedList } from '../api/paused-list.ts'
import type { Items, Records } from '../api/paths.ts'
import { useList } from '../api/records.ts'
import { useMe, type Right } from '../session/me.ts'
import { lazyPart } from '../shell/lazy-parts.ts'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { records } from '../words/records.ts'
import { lists as w } from '../words/lists.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { Jobs } from './bulk/jobs.tsx'
import type { BulkEdits } from './bulk/model.ts'
import { useSelection } from './bulk/selection.ts'
import { ColumnsMenu, useColumns, type ListColumn } from './columns-menu.tsx'
import { EmptyList } from './empty-list.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Filters } from './filters.tsx'
import { ListKeyboard } from './list-keyboard.tsx'
import { addressOf, isSame, listOf, toFilters, toQuery, valuesIn, withMe } from './list-view.ts'
import type { Filter, NamedView, Sort, Values } from './list-view.ts'
import { useSavedViews, type ListName } from './saved-views.ts'
import { countText, TableBody } from './table.tsx'
import { valuesOf, ViewTabs } from './view-tabs.tsx'

type Preview = (typeof import('./preview.tsx'))['Preview']
/** Loaded when it is first opened, because it renders Markdown. */
const Preview = lazyPart(async () => (await import('./preview.tsx')).Preview) as unknown as Preview

type ListedPath = keyof Items & keyof Records

export interface ListPageProps<P extends ListedPath> {
  title: string
  /** Its name in the saved views. */
  noun: ListName
  /** Path of the API. */
  path: P
  /** Path of the list in the console, and of its records. */
  to: string
  href: (id: string) => string
  /** The address of the page. */
  search: Values
  /** The first one is what an address without filters shows. */
  views: readonly [NamedView, ...NamedView[]]
  filters: readonly Filter[] | ((rows: readonly Items[P][]) => readonly Filter[])
  columns: readonly ListColumn<Items[P]>[]
  defaultSort?: Sort | undefined
  titleOf: (item: Items[P]) => string
  /** The text of a record for the preview, as Markdown. */
  textOf: (item: Items[P]) => string | null
  /** Below the title on small screens. */
  summary?: (item: Items[P]) => ReactNode
  count: (n: number) => string
  /** The page for a new record, and who may open it. */
  create?: { to: string; label: string; right: Right }
  actions?: ReactNode
  /** Between the title and the list. */
  above?: ReactNode
  /** What the list is for, shown while it is empty. */
  about: string
  bulk?: BulkEdits
  rowHeight?: number
}

/** A filter of people may say "me", which needs the user before the list can be read. */
export function ListPage<P extends ListedPath>(props: ListPageProps<P>) {
  const { me } = useMe()
  const isMine = Object.values(props.search).some((value) => listOf(value).includes(w.me))
  return isMine && !me ? <Loading /> : <ListFrame {...props} email={me?.email ?? ''} />
}

/** The frame of every list: views as tabs, one line of filters, the table with its preview, and bulk edits at the bottom. */
function ListFrame<P extends ListedPath>(props: ListPageProps<P> & { email: string }) {
  const { title, noun, path, to, search, email, count, create, bulk } = props
  const { may } = useMe()
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const saved = useSavedViews(noun)
  const fixed = typeof props.filters === 'function' ? props.filters([]) : props.filters
  const values = valuesIn(search, fixed, props.views[0])
  const query = toQuery(fixed, values, email)
  const list = useList(path, query)
  const filters = typeof props.filters === 'function' ? props.filters(list.rows) : fixed
  const current = saved.saved.find(({ id }) => id === search.view)
  const columns = useColumns(props.columns, current?.id ?? noun, current?.columns)
  const key = `${path} ${JSON.stringify(values)}`
  const selection = useSelection(key, list.rows)
  const [previewed, setPreviewed] = useState<string>()
  const paused = usePausedList(
    path,
    query,
    list,
    () => isBeingRead(frame.current) || !selection.isEmpty || previewed !== undefined,
  )
  const go = (next: Values) => void navigate({ to, search: next, replace: true })
  const beside = { view: search.view, jobs: search.jobs }
  const show = (change: Values) => go({ ...addressOf({ ...values, ...change }), ...beside })
  const sort = {
    current: {
      by: (values.sort as string | undefined) ?? props.defaultSort?.by ?? 'created_at',
      order: (values.order as Sort['order'] | undefined) ?? props.defaultSort?.order ?? 'desc',
    },
    sortBy: ({ by, order }: Sort) => show({ sort: by, order }),
  }
  const content = {
    filters: toFilters(filters, values) as Record<string, string | boolean>,
    sort: values.sort ? sort.current : null,
    columns: [...columns.chosen],
  }
  const item = previewed === undefined ? undefined : list.rows.find(({ id }) => id === previewed)
  return (
    <div className="list">
      <PageHead title={title}>
        <Newer
          changed={paused.changed}
          show={() => {
            frame.current?.scrollTo({ top: 0 })
            paused.show()
          }}
        />
        {props.actions}
        {create && may(create.right) && (
          <ButtonLink size="xs" to={create.to}>
            {create.label}
          </ButtonLink>
        )}
      </PageHead>
      {props.above}
      <ViewTabs
        to={to}
        views={props.views}
        saved={saved}
        filters={filters}
        values={values}
        current={current}
        content={content}
        hasChanged={
          current !== undefined && (columns.hasChanged || !isSame(values, valuesOf(filters, current)))
        }
        opened={({ id }) => go({ ...addressOf(values), view: id })}
        closed={() => go({})}
      />
      <Group gap="xs" justify="space-between" align="start">
        <Filters values={values} show={show} filters={filters} />
        <Group gap="xs">
          <Text size="sm" role="status">
            {countText(list, count)}
          </Text>
          <ColumnsMenu columns={columns} />
          <ExportMenu path={path} query={query} columns={columns.shown.map((column) => column.key)} />
        </Group>
      </Group>
      <div className="list-body">
        <TableBody
          list={list}
          label={title}
          columns={columns.shown}
          href={({ id }) => props.href(id)}
          empty={
            <EmptyList
              isFiltered={![{}, props.views[0].values].some((usual) => isSame(values, usual))}
              about={props.about}
              create={create && may(create.right) && create}
            />
          }
          summary={props.summary}
          sorting={sort}
          selection={bulk && may('agents') ? selection.rows : undefined}
          scrollKey={key}
          reading={frame}
          previewed={previewed}
          preview={(id) => setPreviewed(id === previewed ? undefined : id)}
          onFocus={(id) => previewed !== undefined && setPreviewed(id)}
          {...(props.rowHeight && { rowHeight: props.rowHeight })}
        />
        {item && (
          <Suspense>
            <Preview
              item={item}
              columns={props.columns}
              title={props.titleOf(item)}
              text={props.textOf(item)}
              href={props.href(item.id)}
              close={() => setPreviewed(undefined)}
            />
          </Suspense>
        )}
      </div>
      {search.jobs && (
        <Jobs
          ids={listOf(search.jobs)}
          count={count}
          href={props.href}
          done={paused.show}
          close={() => go({ ...addressOf(values), view: search.view })}
        />
      )}
      {bulk && !selection.isEmpty && (
        <BulkBar
          edits={bulk}
          selection={selection}
          total={list.total ?? 0}
          isTotalBounded={list.isTotalBounded}
          filter={toFilters(filters, withMe(filters, values, email))}
          count={count}
          started={(jobs) => go({ ...addressOf(values), view: search.view, jobs: jobs.join(',') })}
        />
      )}
      <ListKeyboard
        create={create && may(create.right) ? create.to : undefined}
        escape={item && (() => setPreviewed(undefined))}
      />
    </div>
  )
}

/** The head of the table belongs to it: the pointer may be there when rows move. */
const isBeingRead = (frame: HTMLElement | null) =>
  frame !== null &&
  (frame.scrollTop > 0 || (frame.closest('.list-body') ?? frame).matches(':hover, :focus-within'))

/** The number of changed rows; they are shown on request, so that the list does not move. */
const Newer = ({ changed, show }: { changed: number; show: () => void }) => (
  <div role="status">
    {changed > 0 && (
      <Group gap="xs">
        <Text size="sm">{records.newer(changed)}</Text>
        <Button size="compact-xs" variant="light" onClick={show}>
          {records.showNewer}
        </Button>
      </Group>
    )}
  </div>
)
