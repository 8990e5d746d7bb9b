import type { Ctx, Tx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { toJournal } from '../../events/journal.ts'
import { changesBetween } from '../../kernel/changes.ts'
import type { Draft, RecordRow, Shown } from './model.ts'
import type { Noun } from './service.ts'
import type { Condition, tableOf } from './store.ts'

type Table<Row extends RecordRow> = ReturnType<typeof tableOf<Row>>

/** What a table of records looks like from outside; `present` may add what belongs to records but is not in their row. */
export function shownFrom<Row extends RecordRow>(
  table: Table<Row>,
  present: (ctx: Ctx, rows: Row[]) => Promise<object[]>,
) {
  const toShown = async (ctx: Ctx, row: Row): Promise<Shown> => {
    const [json] = await present(ctx, [row])
    return { id: row.id, version: row.version, json: JSON.stringify(json) }
  }
  return {
    toShown,
    lock: table.lock,
    update: async (ctx: Ctx<Tx>, id: string, row: Row) => toShown(ctx, await table.update(ctx, id, row)),
    markDeleted: async (ctx: Ctx<Tx>, id: string) => toShown(ctx, await table.markDeleted(ctx, id)),
    show: async (ctx: Ctx, id: string, includeDeleted = false): Promise<Shown | undefined> => {
      const row = await table.find(ctx.db, id, includeDeleted)
      return row && toShown(ctx, row)
    },
    list: async (ctx: Ctx, conditions: Condition[], request: PageRequest): Promise<JsonPage> => {
      const { rows, next, total } = await table.list(ctx.db, conditions, request)
      return { data: JSON.stringify(await present(ctx, rows)), next, total }
    },
  }
}

/** Writes a new record and tells of it. */
export async function create<Row extends RecordRow>(
  ctx: Ctx,
  noun: Noun<Row>,
  table: Table<Row>,
  draft: Draft<Row>,
): Promise<Row> {
  const row = { ...draft, version: 1, created_at: ctx.now, updated_at: ctx.now } as unknown as Row
  const changes = changesBetween({} as Row, row, noun.audited_fields).filter(({ to }) => !isEmpty(to))
  return table.insert(
    ctx,
    draft,
    toJournal(ctx, {
      subject_type: noun.subject_type,
      action: 'created',
      changes,
      events: noun.eventsOwed(row, changes),
      link: noun.addressOf(ctx.config.base_url),
    }),
  )
}

/** A list or an object of nothing. */
const isEmpty = (value: unknown) => ['[]', '{}'].includes(JSON.stringify(value))

/** The parts of a record that are the same for all. */
export const commonFields = (row: RecordRow, address: string) => ({
  id: row.id,
  number: row.id,
  url: `${address}${row.id}`,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted: row.deleted_at !== null,
  ...(row.deleted_at && { deleted_at: row.deleted_at, deleted_by: row.deleted_by }),
})
