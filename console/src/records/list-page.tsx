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
  /** The API query, where it differs from the view. */
  query?: Query
  filters: readonly Filter[] | ((rows: readonly Items[P][]) => readonly Filter[])
  sorts: Record<string, string>
  ascending: readonly string[]
  columns: readonly Column<Items[P]>[]
  href: (item: Items[P]) => string
  count: (total: number) => string
  empty?: ReactNode
}

/** A list of records with search, filters and sorting. */
export function ListPage<P extends keyof Items>(props: Props<P>) {
  const { title, actions, path, view, query = view, filters, sorts, ascending, ...table } = props
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
        ascending={ascending}
      />
      <Table list={list} {...table} />
    </Stack>
  )
}
