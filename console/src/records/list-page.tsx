import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Items } from '../api/paths.ts'
import { useList, type Query } from '../api/records.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Filters, type Filter } from './filters.tsx'
import { Table, type Column } from './table.tsx'
import type { View } from './view.ts'

interface Props<P extends keyof Items> {
  title: string
  /** Buttons on the right of the title. */
  actions?: ReactNode
  path: P
  view: View<string>
  /** What the service is asked for, when it is not the view as it stands. */
  query?: Query
  filters: readonly Filter[] | ((rows: readonly Items[P][]) => readonly Filter[])
  sorts: Record<string, string>
  rising: readonly string[]
  columns: readonly Column<Items[P]>[]
  href: (item: Items[P]) => string
  count: (total: number) => string
  empty?: ReactNode
}

/** Any kind of record as a list that one searches, filters and sorts. */
export function ListPage<P extends keyof Items>(props: Props<P>) {
  const { title, actions, path, view, query = view, filters, sorts, rising, ...table } = props
  const navigate = useNavigate()
  const list = useList(path, { ...query })
  const show = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true } as never)
  return (
    <Stack gap="sm">
      <PageHead title={title}>{actions}</PageHead>
      <Filters
        view={view}
        show={show}
        filters={typeof filters === 'function' ? filters(list.rows) : filters}
        sorts={sorts}
        rising={rising}
      />
      <Table list={list} {...table} />
    </Stack>
  )
}
