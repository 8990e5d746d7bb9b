import type { Ctx, Db, Queue, Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { changesBetween, type Change } from '../../../kernel/changes.ts'
import { checkIfMatch } from '../../../kernel/etag.ts'
import { change as changeLocked, missing, type Versioned } from '../service.ts'

interface Auditing<Row> {
  /** Used in messages and in the audit log, for example `outbound_webhook`. */
  subject_type: string
  audited_fields: readonly (keyof Row & string)[]
  /** Its ID in the audit log, if its own ID is a secret. */
  auditIdOf?: (row: Row) => string
  /** How values of a field are written to the audit log, for one that may contain a secret. */
  auditedAs?: Partial<Record<keyof Row & string, (value: unknown) => unknown>>
}

/** Resources that administrators manage: accounts and webhooks. Changes are audited and publish no events. */
export interface AdministeredResource<Row, Input> extends Auditing<Row> {
  store: {
    find: (db: Db, id: string) => Promise<Row | undefined>
    lock: (tx: Tx, id: string) => Promise<Row | undefined>
    insert: (tx: Tx, values: Input) => Promise<Row>
    update: (tx: Tx, id: string, values: Changes<Input>, options: { endsTokens: boolean }) => Promise<Row>
  }
  /** A change of one of these audited fields ends every token issued before. */
  token_fields?: readonly string[]
  /** The queue whose loop drops what this machine has cached of it, after the commit of a change. */
  cached_by?: Queue
  /** One that the caller may not see does not exist for them. */
  isVisible?: (row: Row, actor: Actor) => boolean
}

type Changes<Input> = Partial<Input> & { deleted_at?: Date }

/** The change of a secret is recorded without its value. */
export const hiddenChange = (field: string): Change => ({ field, from: null, to: null })

/** The audit entries of one resource type. */
export function auditOf<Row extends { id: string }>({
  subject_type,
  audited_fields,
  auditIdOf = ({ id }) => id,
  auditedAs = {},
}: Auditing<Row>) {
  const masked = (change: Change): Change => {
    const mask = auditedAs[change.field as keyof Row & string] ?? ((value) => value)
    return { ...change, from: mask(change.from), to: mask(change.to) }
  }
  const audit = (ctx: Ctx<Tx>, row: Row, action: string, changes: Change[]) =>
    record(ctx, auditIdOf(row), { subject_type, action, changes: changes.map(masked) })
  return {
    audit,
    auditCreated: (ctx: Ctx<Tx>, row: Row) =>
      audit(ctx, row, 'created', changesBetween({} as Row, row, audited_fields)),
  }
}

/** Lock, If-Match, difference, audit and soft delete, the same for every administered resource. */
export function administer<Row extends Versioned & { id: string }, Input extends { active?: boolean }>(
  resource: AdministeredResource<Row, Input>,
) {
  const { store, audited_fields, token_fields = [], cached_by, isVisible = () => true } = resource
  const { audit, auditCreated } = auditOf(resource)

  const writeChanges = async (
    ctx: Ctx<Tx>,
    before: Row,
    values: Changes<Input>,
    action: string,
    changes: Change[],
  ) => {
    const endsTokens = changes.some(({ field }) => token_fields.includes(field))
    const after = await store.update(ctx.db, before.id, values, { endsTokens })
    if (endsTokens) ctx.wake('revocations')
    if (cached_by) ctx.wake(cached_by)
    await audit(ctx, before, action, changes)
    return after
  }

  return {
    /** Throws a 404 if there is none. */
    find: async ({ db, actor }: Ctx, id: string): Promise<Row> => {
      const row = await store.find(db, id)
      if (!row || !isVisible(row, actor)) throw missing(resource, id)
      return row
    },

    create: async (ctx: Ctx<Tx>, values: Input): Promise<Row> => {
      const row = await store.insert(ctx.db, values)
      await auditCreated(ctx, row)
      return row
    },

    /** Opens the transaction of a change with the row locked. */
    change: <T>(
      ctx: Ctx,
      id: string,
      ifMatch: string | undefined,
      work: (ctx: Ctx<Tx>, before: Row) => Promise<T>,
    ): Promise<T> =>
      changeLocked(ctx, resource, { id }, async (ctx, before) => {
        if (!isVisible(before, ctx.actor)) throw missing(resource, id)
        checkIfMatch(ifMatch, before.version)
        return work(ctx, before)
      }),

    /** Does nothing if nothing differs; `hidden` are changes that the audited fields do not show. */
    write: async (
      ctx: Ctx<Tx>,
      before: Row,
      values: Changes<Input>,
      hidden: Change[] = [],
      action = 'updated',
    ): Promise<Row> => {
      const changes = [...changesBetween(before, { ...before, ...values }, audited_fields), ...hidden]
      return changes.length === 0 ? before : writeChanges(ctx, before, values, action, changes)
    },

    /** The row is kept for audit, deactivated and hidden from every list. */
    remove: (ctx: Ctx<Tx>, before: Row): Promise<Row> => {
      const values = { active: false, deleted_at: ctx.now } as Changes<Input>
      return writeChanges(ctx, before, values, 'deleted', [{ field: 'deleted', from: false, to: true }])
    },
  }
}
