import type { Ctx, Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { changesBetween, type Change } from '../../../kernel/changes.ts'
import { checkIfMatch } from '../../../kernel/etag.ts'
import { change as changeLocked, missing, type Versioned } from '../service.ts'

interface AuditedResource<Row extends { id: string }> {
  /** In messages and in the audit log: `outbound_webhook`. */
  subject_type: string
  audited_fields: readonly (keyof Row & string)[]
  /** Its id in the audit log, where its own id is a secret. */
  auditIdOf?: (row: Row) => string
}

interface AdministeredRow extends Versioned {
  id: string
}

/** What administrators manage: accounts and webhooks. Their changes are audited; there are no events about them. */
export interface AdministeredResource<
  Row extends AdministeredRow,
  Input extends object,
> extends AuditedResource<Row> {
  store: {
    find: (db: Ctx['db'], id: string) => Promise<Row | undefined>
    lock: (tx: Tx, id: string) => Promise<Row | undefined>
    insert: (tx: Tx, values: Input) => Promise<Row>
    /** `fields`: those that differ, as the audit log names them. */
    update: (
      tx: Tx,
      id: string,
      values: Partial<Input> & { deleted_at?: Date },
      fields: readonly string[],
    ) => Promise<Row>
  }
}

/** That a secret changed is recorded, never its value. */
export const hiddenChange = (field: string): Change => ({ field, from: null, to: null })

export async function find<Row extends AdministeredRow, Input extends object>(
  { db }: Ctx,
  resource: AdministeredResource<Row, Input>,
  id: string,
): Promise<Row> {
  const row = await resource.store.find(db, id)
  if (!row) throw missing(resource, id)
  return row
}

export async function create<Row extends { id: string }, Input extends object>(
  ctx: Ctx<Tx>,
  resource: AuditedResource<Row> & { store: { insert: (tx: Tx, values: Input) => Promise<Row> } },
  values: Input,
): Promise<Row> {
  const row = await resource.store.insert(ctx.db, values)
  await audit(ctx, resource, row, 'created', changesBetween({} as Row, row, resource.audited_fields))
  return row
}

/** Opens the transaction of a change, with the row locked and If-Match checked. */
export const change = <Row extends AdministeredRow, Input extends object, T>(
  ctx: Ctx,
  resource: AdministeredResource<Row, Input>,
  id: string,
  ifMatch: string | undefined,
  work: (ctx: Ctx<Tx>, before: Row) => Promise<T>,
): Promise<T> =>
  changeLocked(ctx, resource, id, async (ctx, before) => {
    checkIfMatch(ifMatch, before.version)
    return work(ctx, before)
  })

/** Writes what differs and audits it; `hidden` are the changes that the audited fields do not show. */
export async function write<Row extends AdministeredRow, Input extends object>(
  ctx: Ctx<Tx>,
  resource: AdministeredResource<Row, Input>,
  before: Row,
  values: Partial<Input> & { deleted_at?: Date },
  hidden: Change[] = [],
  action = 'updated',
): Promise<Row> {
  const changes = [...changesBetween(before, { ...before, ...values }, resource.audited_fields), ...hidden]
  if (changes.length === 0) return before
  return writeAs(ctx, resource, before, values, action, changes)
}

/** The row stays for audit, switched off, and disappears from every list. */
export const remove = <Row extends AdministeredRow, Input extends { active?: boolean }>(
  ctx: Ctx<Tx>,
  resource: AdministeredResource<Row, Input>,
  before: Row,
): Promise<Row> =>
  writeAs(
    ctx,
    resource,
    before,
    { active: false, deleted_at: ctx.now } as Partial<Input> & { deleted_at: Date },
    'deleted',
    [{ field: 'deleted', from: false, to: true }],
  )

async function writeAs<Row extends AdministeredRow, Input extends object>(
  ctx: Ctx<Tx>,
  resource: AdministeredResource<Row, Input>,
  before: Row,
  values: Partial<Input> & { deleted_at?: Date },
  action: string,
  changes: Change[],
): Promise<Row> {
  const fields = changes.map(({ field }) => field)
  const after = await resource.store.update(ctx.db, before.id, values, fields)
  await audit(ctx, resource, before, action, changes)
  return after
}

export const audit = <Row extends { id: string }>(
  ctx: Ctx<Tx>,
  { subject_type, auditIdOf = ({ id }) => id }: Omit<AuditedResource<Row>, 'audited_fields'>,
  row: Row,
  action: string,
  changes: Change[],
) => record(ctx, auditIdOf(row), { subject_type, action, changes, events: [] })
