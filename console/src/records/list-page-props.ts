import type { ReactNode } from 'react'
import type { Items, Records } from '../api/paths.ts'
import type { Right } from '../session/me.ts'
import type { BulkEdits } from './bulk/model.ts'
import type { ListColumn } from './columns-menu.tsx'
import type { Filter, NamedView, Sort, Values } from './list-view.ts'
import type { ListName } from './saved-views.ts'

export type ListedPath = keyof Items & keyof Records

export interface ListPageProps<P extends ListedPath> {
  words: {
    title: string
    /** What the list is for, shown while it is empty. */
    about: string
    create: string
    count: (n: number) => string
  }
  /** Its name in the saved views. */
  noun: ListName
  /** Path of the API. */
  path: P
  /** Path of the list in the console; the page for a new record is below it. */
  to: string
  /** The address of the page. */
  search: Values
  /** The first one is what an address without filters shows. */
  views: readonly [NamedView, ...NamedView[]]
  filters: readonly Filter[] | ((rows: readonly Items[P][]) => readonly Filter[])
  columns: readonly ListColumn<Items[P]>[]
  defaultSort?: Sort | undefined
  /** The text of a record for the preview, as Markdown. */
  textOf: (item: Items[P]) => string | null
  /** Below the title on small screens. */
  summary?: (item: Items[P]) => ReactNode
  /** Who may create a record. */
  creators: Right
  actions?: ReactNode
  /** Between the title and the list. */
  above?: ReactNode
  /** Links to other pages of the area, after the views. */
  pages?: ReactNode
  bulk?: BulkEdits
  rowHeight?: number
}
