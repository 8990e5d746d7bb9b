import './list-page.css'
import { Button, Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { useMe } from '../session/me.ts'
import { lazyPart } from '../shell/lazy-parts.ts'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { pageOfRecord } from '../shell/record-pages.ts'
import { records } from '../words/records.ts'
import { lists as w } from '../words/lists.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { Jobs } from './bulk/jobs.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { EmptyList } from './empty-list.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Filters } from './filters.tsx'
import { ListKeyboard } from './list-keyboard.tsx'
import type { ListedPath, ListPageProps } from './list-page-props.ts'
import { addressOf, isSame, listOf, toBulkFilter, withMe } from './list-view.ts'
import { countText } from './count-text.ts'
import { TableBody } from './table.tsx'
import { useListState, type ListState } from './use-list-state.ts'
import { ViewTabs } from './view-tabs.tsx'

type Preview = (typeof import('./preview.tsx'))['Preview']
/** Loaded when it is first opened, because it renders Markdown. */
const Preview = lazyPart(async () => (await import('./preview.tsx')).Preview) as unknown as Preview

/** A filter of people, also of a saved view, may say "me", which needs the user before the list can be read. */
export function ListPage<P extends ListedPath>(props: ListPageProps<P>) {
  const { me } = useMe()
  const { view, ...own } = props.search
  const isMine = view !== undefined || Object.values(own).some((value) => listOf(value).includes(w.me))
  return isMine && !me ? <Loading /> : <ListFrame {...props} email={me?.email ?? ''} />
}

/** The frame of every list: views as tabs, one line of filters, the table with its preview, and bulk edits at the bottom. */
function ListFrame<P extends ListedPath>(props: ListPageProps<P> & { email: string }) {
  const { words, path, to, search, email, creators, bulk } = props
  const { title, count } = words
  const { may } = useMe()
  const state = useListState(props)
  const { frame, list, filters, values, columns, selection, paused, go, previewed, setPreviewed } = state
  const creation = may(creators) ? { to: `${to}/new`, label: words.create } : undefined
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
        {creation && (
          <ButtonLink size="xs" to={creation.to}>
            {creation.label}
          </ButtonLink>
        )}
      </PageHead>
      {props.above}
      <ViewTabs
        to={to}
        views={props.views}
        saved={state.saved}
        filters={filters}
        values={values}
        current={state.current}
        content={state.content}
        hasChanged={state.hasChanged}
        onOpen={({ id }) => go({ ...addressOf(values), view: id })}
        onClose={() => go({})}
        pages={props.pages}
      />
      <ListToolbar state={state} path={path} count={count} />
      <div className="list-body">
        <TableBody
          list={list}
          label={title}
          columns={columns.shown}
          href={({ id }) => pageOfRecord(id)}
          empty={
            <EmptyList
              isFiltered={![{}, props.views[0].values].some((usual) => isSame(values, usual))}
              about={words.about}
              create={creation}
            />
          }
          summary={props.summary}
          sorting={state.sorting}
          selection={bulk && may('agents') ? selection.rows : undefined}
          scrollKey={state.key}
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
              text={props.textOf(item)}
              close={() => setPreviewed(undefined)}
            />
          </Suspense>
        )}
      </div>
      {search.jobs && (
        <Jobs
          ids={listOf(search.jobs)}
          count={count}
          onDone={paused.show}
          close={() => go({ ...addressOf(values), view: search.view })}
        />
      )}
      {bulk && !selection.isEmpty && (
        <BulkBar
          edits={bulk}
          selection={selection}
          total={list.total ?? 0}
          isTotalBounded={list.isTotalBounded}
          filter={toBulkFilter(filters, withMe(filters, values, email))}
          count={count}
          onStart={(jobs) => go({ ...addressOf(values), view: search.view, jobs: jobs.join(',') })}
        />
      )}
      <ListKeyboard create={creation?.to} escape={item && (() => setPreviewed(undefined))} />
    </div>
  )
}

interface ToolbarProps<P extends ListedPath> {
  state: ListState<P>
  path: P
  count: (n: number) => string
}

/** The filters, and beside them how many records there are, which columns are shown, and the export. */
const ListToolbar = <P extends ListedPath>({ state, path, count }: ToolbarProps<P>) => (
  <Group gap="xs" justify="space-between" align="start">
    <Filters values={state.values} show={state.show} filters={state.filters} />
    <Group gap="xs">
      <Text size="sm" role="status">
        {countText(state.list, count)}
      </Text>
      <ColumnsMenu columns={state.columns} />
      <ExportMenu path={path} query={state.query} columns={state.columns.chosen} />
    </Group>
  </Group>
)

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
