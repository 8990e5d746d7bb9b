import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { firstRow } from '../../../db/rows.ts'
import { tableOf } from '../../records/store.ts'
import { catalogItem, type CatalogItemRow } from './model.ts'

export const items = tableOf<CatalogItemRow>({
  table: 'catalog_items',
  next_id: `record_id('ITM', nextval('catalog_item_numbers'))`,
  ...catalogItem,
})

/** The active item with this ID or this name, case-insensitively. */
export const findOffered = (db: Db, wanted: string): Promise<CatalogItemRow | undefined> =>
  firstRow(
    db,
    sql<CatalogItemRow>`
    with wanted as (select ${wanted}::text as text)
    select catalog_items.* from catalog_items, wanted
    where active and deleted_at is null and (id = upper(text) or lower(name) = lower(text))
    order by id = upper(text) desc limit 1`,
  )
