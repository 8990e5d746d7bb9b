import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { allRows, firstRow } from '../../../db/rows.ts'
import { tableOf } from '../../records/store.ts'
import { catalogItem, type CatalogItemRow } from './model.ts'

export const items = tableOf<CatalogItemRow>({
  table: 'catalog_items',
  next_id: `record_id('ITM', nextval('catalog_item_numbers'))`,
  ...catalogItem,
})

const isOffered = sql`active and deleted_at is null`

/** The active item with this ID or this name, case-insensitively. */
export const findOffered = (db: Db, wanted: string): Promise<CatalogItemRow | undefined> =>
  firstRow(
    db,
    sql<CatalogItemRow>`
    with wanted as (select ${wanted}::text as text)
    select catalog_items.* from catalog_items, wanted
    where ${isOffered} and (id = upper(text) or lower(name) = lower(text))
    order by id = upper(text) desc limit 1`,
  )

export type Offer = Pick<CatalogItemRow, 'id' | 'name' | 'description'>

export const findOffers = (db: Db, limit: number): Promise<Offer[]> =>
  allRows(
    db,
    sql<Offer>`select id, name, description from catalog_items where ${isOffered} order by name, id limit ${limit}`,
  )

/** The active items whose names have the most of these words. */
export const findNamed = (db: Db, words: string[], limit: number): Promise<Offer[]> =>
  allRows(
    db,
    sql<Offer>`
    with found as (
      select id, name, description, (
        select count(*) from unnest(${words}::text[]) as word
        where ts_filter(search, '{a}') @@ plainto_tsquery('english', folded(word))) as hits
      from catalog_items where ${isOffered})
    select id, name, description from found
    where hits = nullif((select max(hits) from found), 0) order by name, id limit ${limit}`,
  )
