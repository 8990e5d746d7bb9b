import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import { EmptyList } from '../records/empty-list.tsx'
import { Search } from '../records/search.tsx'
import { useMe } from '../session/me.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { catalog as w } from '../words/requests.ts'
import { records } from '../words/records.ts'
import { Items } from './items.tsx'
import { catalogPath } from './model.ts'
import { useShow } from '../shell/use-show.ts'

const route = getRouteApi('/catalog')

export function CatalogPage() {
  const { q, retired } = route.useSearch()
  const { may } = useMe()
  const show = useShow()
  return (
    <Stack gap="sm">
      <PageHead title={w.title}>
        {may('managers') && (
          <ButtonLink size="xs" to="/catalog/new">
            {w.create}
          </ButtonLink>
        )}
      </PageHead>
      <Group>
        <Search value={q} find={(q) => show({ q })} />
        {may('managers') && (
          <Checkbox
            label={w.withRetired}
            checked={retired === 'yes'}
            onChange={(event) => show({ retired: event.currentTarget.checked ? 'yes' : undefined })}
          />
        )}
      </Group>
      {!may('agents') && <Dimmed>{w.askForRequest}</Dimmed>}
      <CatalogItems q={q} isWithRetired={retired === 'yes'} />
    </Stack>
  )
}

/** Catalogue items by name, loaded page by page. */
export function CatalogItems({
  q,
  isWithRetired = false,
}: {
  q?: string | undefined
  isWithRetired?: boolean
}) {
  const { may } = useMe()
  const list = useList(catalogPath, {
    q,
    active: isWithRetired ? undefined : 'true',
    sort: 'name',
    order: 'asc',
  })
  const failure = list.error && <Failure error={list.error} retry={list.retry} />
  if (list.total === undefined) return failure ?? <Loading />
  return (
    <>
      {failure}
      <Text size="sm" role="status">
        {w.count(list.total)}
      </Text>
      {list.total === 0 && (
        <EmptyList
          isFiltered={q !== undefined}
          about={w.none}
          create={may('managers') && { label: w.first, to: '/catalog/new' }}
        />
      )}
      <Items items={list.rows} />
      {list.hasMore && (
        <Button variant="default" onClick={list.more}>
          {records.more}
        </Button>
      )}
    </>
  )
}
