import type { Ctx, Tx } from '../../db/ctx.ts'
import type { JsonPage, PageRequest } from '../../db/page.ts'
import { toJournal } from '../../events/journal.ts'
import { changesBetween } from '../../kernel/changes.ts'
import type { NewRecord, RecordRow, RecordJson } from './model.ts'
import type { AnyNoun } from './noun.ts'
import type { Noun } from './service.ts'
import { conditionsOf, type Condition, type tableOf } from './store.ts'

type Table<Row extends RecordRow> = ReturnType<typeof tableOf<Row>>

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

/** Reads and writes the records of a table; `present` may add data that is not in their row. */
export function shownFrom<Row extends RecordRow>(
  noun: AnyNoun,
  table: Table<Row>,
  present: (ctx: Ctx, rows: Row[]) => Promise<object[]> = async (ctx, rows) =>
    rows.map((row) => view(ctx, noun, row)),
) {
  const toShown = async (ctx: Ctx, row: Row): Promise<RecordJson> => {
    const [json] = await present(ctx, [row])
    return { id: row.id, version: row.version, json: JSON.stringify(json) }
  }
  return {
    toShown,
    lock: table.lock,
    update: async (ctx: Ctx<Tx>, id: string, row: Row) => toShown(ctx, await table.update(ctx, id, row)),
    markDeleted: async (ctx: Ctx<Tx>, id: string) => toShown(ctx, await table.markDeleted(ctx, id)),
    show: async (ctx: Ctx, id: string, includeDeleted = false): Promise<RecordJson | undefined> => {
      const row = await table.find(ctx.db, id, includeDeleted)
      return row && toShown(ctx, row)
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

/** Writes a new record with its audit entry and events. */
export async function create<Row extends RecordRow>(
  ctx: Ctx,
  noun: Noun<Row>,
  table: Table<Row>,
  draft: NewRecord<Row>,
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

/** An empty list or object. */
const isEmpty = (value: unknown) => ['[]', '{}'].includes(JSON.stringify(value))
