import type { Ctx } from '../../../db/ctx.ts'
import { ifTaken } from '../../../db/errors.ts'
import { conflict } from '../../../kernel/errors.ts'
import type { RecordJson } from '../../records/model.ts'
import { jsonStore } from '../../records/present.ts'
import * as records from '../../records/service.ts'
import { checkFields } from './fields.ts'
import { catalogItem, type CatalogItemRow, type CreateCatalogItem, type UpdateCatalogItem } from './model.ts'
import { items } from './store.ts'

const stored = jsonStore(catalogItem, items)
export const { show, list } = stored

const noun: records.StoredNoun<CatalogItemRow> = {
  ...catalogItem,
  store: stored,
}

export async function create(ctx: Ctx, input: CreateCatalogItem): Promise<RecordJson> {
  const item = { ...catalogItem.empty, ...input }
  checkFields(item.fields)
  const row = await records.create(ctx, noun, items, item).catch(explain(item.name))
  return stored.toJson(ctx, row)
}

export const update = (
  ctx: Ctx,
  id: string,
  patch: UpdateCatalogItem,
  ifMatch?: string,
): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, before) => {
    const after = { ...before, ...patch }
    if (patch.fields) checkFields(patch.fields)
    return records.write(ctx, noun, { before, after }).catch(explain(after.name))
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) => records.remove(ctx, noun, id, ifMatch)

const explain = (name: string) =>
  ifTaken('catalog_items_name', () =>
    conflict('name_taken', `There is an active catalogue item called ${name} already`),
  )
