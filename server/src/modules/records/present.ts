import type { Ctx, Tx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import type { RecordRow, RecordJson } from './model.ts'
import type { AnyNoun } from './noun.ts'
import { conditionsOf, type Condition, type Table } from './store.ts'

/** A record as the API returns it, as far as its own row contains it. */
export function view(ctx: Ctx, noun: AnyNoun, row: RecordRow): Record<string, unknown> {
  const fields = row as RecordRow & Record<string, unknown>
  const { id, version, created_at, updated_at, deleted_at, deleted_by } = row
  return {
    ...Object.fromEntries(noun.shown_fields.map((name) => [name, fields[name]])),
    ...(noun.transitions && {
      allowed_transitions: noun.transitions.allowedTransitions(fields.state as string),
    }),
    id,
    number: id,
    url: `${noun.addressOf(ctx.config.base_url)}${id}`,
    version,
    created_at,
    updated_at,
    deleted: deleted_at !== null,
    ...(deleted_at && { deleted_at, deleted_by }),
  }
}

/** Reads and writes the records of a table as the JSON of the API; `present` may add data that is not in their row. */
export function jsonStore<Row extends RecordRow>(
  noun: AnyNoun,
  table: Table<Row>,
  present: (ctx: Ctx, rows: Row[]) => Promise<object[]> = async (ctx, rows) =>
    rows.map((row) => view(ctx, noun, row)),
) {
  const toJson = async (ctx: Ctx, row: Row): Promise<RecordJson> => {
    const [json] = await present(ctx, [row])
    return { id: row.id, version: row.version, json: JSON.stringify(json) }
  }
  return {
    toJson,
    lock: table.lock,
    update: async (ctx: Ctx<Tx>, id: string, row: Row) => toJson(ctx, await table.update(ctx, id, row)),
    markDeleted: async (ctx: Ctx<Tx>, id: string) => toJson(ctx, await table.markDeleted(ctx, id)),
    show: async (ctx: Ctx, id: string, includeDeleted = false): Promise<RecordJson | undefined> => {
      const row = await table.find(ctx.db, id, includeDeleted)
      return row && toJson(ctx, row)
    },
    list: async (
      ctx: Ctx,
      query: object,
      request: PageRequest,
      more: Condition[] = [],
    ): Promise<JsonPage> => {
      const conditions = [...conditionsOf(noun.filters, query), ...more]
      const { rows, next, total } = await table.list(ctx.db, conditions, request)
      return { data: JSON.stringify(await present(ctx, rows)), next, total }
    },
  }
}
