import type { Ctx } from '../../../db/ctx.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import type { PageRequest } from '../../../db/page.ts'
import { conflict } from '../../../kernel/errors.ts'
import { checkIfMatch } from '../../../kernel/etag.ts'
import type { Shown } from '../../records/model.ts'
import { commonFields, create as createRecord, shownFrom } from '../../records/present.ts'
import * as records from '../../records/service.ts'
import type { Condition } from '../../records/store.ts'
import { checkFields } from './fields.ts'
import {
  columns,
  draft,
  type CatalogItemRow,
  type CreateCatalogItem,
  type UpdateCatalogItem,
} from './model.ts'
import { items } from './store.ts'

const addressOf = (baseUrl: string) => `${baseUrl}/catalog/items/`

const shown = shownFrom(items, async (ctx, rows) =>
  rows.map((row) => {
    const { deleted_at: _at, deleted_by: _by, ...fields } = row
    return { ...fields, ...commonFields(row, addressOf(ctx.config.base_url)) }
  }),
)
export const { show } = shown
export const list = (ctx: Ctx, conditions: Condition[], request: PageRequest) =>
  shown.list(ctx, conditions, request)

const noun: records.Noun<CatalogItemRow> = {
  subject_type: 'catalog_item',
  audited_fields: columns,
  addressOf,
  eventsOwed: () => [],
  store: shown,
}

export async function create(ctx: Ctx, input: CreateCatalogItem): Promise<Shown> {
  const item = draft(input)
  checkFields(item.fields)
  const row = await createRecord(ctx, noun, items, item).catch(explain(item.name))
  return shown.toShown(ctx, row)
}

export const update = (ctx: Ctx, id: string, patch: UpdateCatalogItem, ifMatch?: string): Promise<Shown> =>
  records.change(ctx, noun, id, async (ctx, before) => {
    checkIfMatch(ifMatch, before.version)
    const after = { ...before, ...patch }
    if (patch.fields) checkFields(patch.fields)
    return records.write(ctx, noun, id, before, after).catch(explain(after.name))
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) => records.remove(ctx, noun, id, ifMatch)

const explain = (name: string) => (error: unknown) => {
  if (!isUniqueViolation(error, 'catalog_items_name')) throw error
  throw conflict('name_taken', `There is an active catalogue item called ${name} already`)
}
