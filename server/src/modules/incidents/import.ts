import { Type, type Static } from 'typebox'
import { analyzeChanged } from '../../db/analyze.ts'
import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { NamedObject } from '../../kernel/schema.ts'
import * as sla from '../sla/service.ts'
import { checkImport, problemWith, toRow, type ImportRecord } from './import-record.ts'
import { incident, priorities } from './model.ts'
import { withKnownReferences } from './references.ts'
import * as store from './store.ts'

const RecordMessage = Type.Object({ record: Type.Integer(), message: Type.String() })
type RecordMessage = Static<typeof RecordMessage>

const RecordMessages = (description: string) => Type.Array(RecordMessage, { description })

export const ImportReport = NamedObject('ImportReport', {
  imported: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  errors: RecordMessages('Of the first hundred that failed'),
  incomplete: Type.Integer({
    description: 'Imported without references to records that do not exist here',
  }),
  warnings: RecordMessages('Of the first hundred that are incomplete'),
})
export type ImportReport = Static<typeof ImportReport>

interface NumberedRecord {
  number: number
  record: ImportRecord
}

const messagesShown = 100
const batch = 500

/**
 * Loads records with their own IDs, states and times. No one is notified and no webhook is called. Numbers are raised before
 * the rest of the work, which may be one long transaction: until its end nobody could create an incident.
 */
export async function importIncidents(ctx: Ctx, records: unknown[]) {
  const errors: RecordMessage[] = []
  const good: NumberedRecord[] = []
  let failed = 0
  for (const [index, record] of records.entries()) {
    const message = problemWith(record)
    if (!message) good.push({ number: index + 1, record: record as ImportRecord })
    else if (++failed <= messagesShown) errors.push({ record: index + 1, message })
  }
  await store.raiseNumbers(
    ctx,
    good.flatMap(({ record: { id } }) => (id === undefined ? [] : [id])),
  )
  return async (ctx: Ctx): Promise<ImportReport> => {
    const { imported, warnings } = await insertAll(ctx, good)
    return {
      imported,
      skipped: good.length - imported,
      failed,
      errors,
      incomplete: warnings.length,
      warnings: warnings.slice(0, messagesShown),
    }
  }
}

async function insertAll(ctx: Ctx, records: NumberedRecord[]) {
  const terms = new Map(
    await Promise.all(priorities.map(async (name) => [name, await sla.termsFor(ctx, name)] as const)),
  )
  let imported = 0
  const warnings: RecordMessage[] = []
  for (let start = 0; start < records.length; start += batch) {
    const numbered = records.slice(start, start + batch)
    const known = await withKnownReferences(
      ctx,
      numbered.map(({ record }) => record),
    )
    const rows = known.map(({ record }) =>
      toRow(ctx, record, terms.get(record.priority ?? incident.empty.priority)!),
    )
    const made = new Set(await transact(ctx, (ctx) => store.insertMany(ctx, rows)))
    imported += made.size
    for (const [i, { record, left_out }] of known.entries())
      if (left_out.length > 0 && (record.id === undefined || made.has(record.id)))
        warnings.push({ record: numbered[i]!.number, message: left_out.join('; ') })
  }
  await analyzeChanged(ctx, { table: 'incidents', rows: imported })
  return { imported, warnings }
}

interface ImportedOne {
  id: string
  /** What differs from the given record, in words. */
  messages: string[]
}

/** Loads one record; if another incident has its ID, it gets a new one. */
export async function importIncident(ctx: Ctx<Tx>, given: unknown): Promise<ImportedOne> {
  checkImport(given)
  const { record, left_out } = (await withKnownReferences(ctx, [given]))[0]!
  const row = toRow(ctx, record, await sla.termsFor(ctx, record.priority ?? incident.empty.priority))
  if (row.id !== null) await store.raiseNumbers(ctx, [row.id])
  const [id] = await store.insertMany(ctx, [row])
  if (id !== undefined) return { id, messages: left_out }
  const [other] = await store.insertMany(ctx, [{ ...row, id: null }])
  return { id: other!, messages: [`${row.id} is taken: the incident is ${other} here`, ...left_out] }
}

/** What the messages of `importIncident` would be. */
export async function foreseeMessages(ctx: Ctx, given: unknown): Promise<string[]> {
  checkImport(given)
  const { record, left_out } = (await withKnownReferences(ctx, [given]))[0]!
  const isTaken = record.id !== undefined && (await store.show(ctx, record.id, true)) !== undefined
  return [...(isTaken ? [`${record.id} is taken: the incident gets another number`] : []), ...left_out]
}
