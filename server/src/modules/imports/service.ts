import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record as journal } from '../../events/journal.ts'
import { invalidField, Problem } from '../../kernel/errors.ts'
import * as cmdb from '../cmdb/service.ts'
import { ci, type CreateCi } from '../cmdb/model.ts'
import { checkImport } from '../incidents/import-record.ts'
import { foreseeMessages, importIncident } from '../incidents/import.ts'
import { incident } from '../incidents/model.ts'
import { article, type CreateArticle } from '../knowledge/model.ts'
import * as articles from '../knowledge/service.ts'
import { at } from './at-time.ts'
import { findAuthors } from './authors.ts'
import { differencesOf } from './differences.ts'
import type { ImportedRecord, ImportType, Result } from './model.ts'
import { addNotes, auditNotes } from './notes.ts'
import * as store from './store.ts'

/** Throws a 400 for fields that the API would refuse. */
type CheckFields = Record<Exclude<ImportType, 'incident'>, (fields: unknown) => void>

export interface Import {
  system: string
  check: CheckFields
  /** Of a dry run: the external IDs of the records before, by all of their identifiers. */
  planned?: Map<string, string> | undefined
}

/** A record that cannot be imported is a result, and does not stop the others. */
export async function importRecord(
  ctx: Ctx,
  how: Import,
  record: ImportedRecord,
): Promise<Omit<Result, 'record'>> {
  const { external_id } = record
  try {
    checkFields(how, record)
    const outcome = how.planned
      ? await dryRun(ctx, how.system, record, how.planned)
      : await transact(ctx, (ctx) => write(ctx, how, record))
    return { external_id, ...outcome }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { external_id, status: 'failed', message: error.message }
  }
}

function checkFields({ check }: Import, { type, fields, notes = [] }: ImportedRecord): void {
  if (type === 'incident') return checkImport(fields)
  check[type](fields)
  if (notes.length > 0)
    throw invalidField('notes', 'incidents_only', 'notes are imported with incidents only')
}

type ImportOutcome = Pick<Result, 'status' | 'id' | 'notes' | 'message'>

async function dryRun(
  ctx: Ctx,
  system: string,
  record: ImportedRecord,
  planned: Map<string, string>,
): Promise<ImportOutcome> {
  const { type, external_id } = record
  const imported = (await store.find(ctx.db, system, type, [external_id])).get(external_id)
  if (imported !== undefined)
    return { status: 'exists', id: imported, ...(await differences(ctx, record, imported)) }
  const identifiers = [
    `${type} ${external_id}`,
    ...(type === 'ci' ? cmdb.identifiersOf(ctx, discoveryFields(system, record)) : []),
  ]
  const same = identifiers.map((each) => planned.get(each)).find((each) => each !== undefined)
  const known = type === 'ci' ? await cmdb.recognise(ctx, discoveryFields(system, record)) : undefined
  // A configuration item also gets the identifiers of the records that are recognised as it.
  for (const each of identifiers) planned.set(each, same ?? external_id)
  if (known !== undefined) return { status: 'exists', id: known, message: `Recognised as ${known}` }
  if (same !== undefined) return { status: 'exists', message: `Duplicate of ${same} in this import` }
  return {
    status: 'would_create',
    ...(type === 'incident' && messageOf(await foreseeMessages(ctx, record.fields))),
  }
}

const messageOf = (messages: string[]) => messages.length > 0 && { message: messages.join('; ') }

/** The record here stays as people have left it. */
const differences = async ({ db }: Ctx, { type, fields }: ImportedRecord, id: string) =>
  type === 'incident' && messageOf(differencesOf(await store.findCompared(db, id), fields))

const discoveryFields = (system: string, { external_id, fields }: ImportedRecord) =>
  ({ discovery_source: system, external_id, ...fields }) as CreateCi

const nouns = { incident, ci, article }

async function write(ctx: Ctx<Tx>, { system }: Import, record: ImportedRecord): Promise<ImportOutcome> {
  const { type: subject_type, external_id, url = null } = record
  const key = { system, subject_type, external_id }
  await store.lock(ctx.db, key)
  const existing = (await store.find(ctx.db, system, subject_type, [external_id])).get(external_id)
  if (existing !== undefined) {
    const added = await addNotes(ctx, system, record, existing)
    if (added > 0) await auditNotes(ctx, existing, added)
    return { status: 'exists', id: existing, notes: added, ...(await differences(ctx, record, existing)) }
  }
  const { id, status = 'created', message } = await creators[subject_type](ctx, system, record)
  await store.set(ctx.db, { ...key, subject_id: id, url })
  await journal(ctx, id, {
    subject_type: nouns[subject_type].subject_type,
    action: 'imported',
    changes: [{ field: 'imported_from', from: null, to: `${system} ${external_id}` }],
  })
  const added = await addNotes(ctx, system, record, id)
  return { status, id, notes: added, ...(message !== undefined && { message }) }
}

interface CreatedRecord {
  id: string
  status?: 'exists'
  message?: string
}

const creators: Record<
  ImportType,
  (ctx: Ctx<Tx>, system: string, record: ImportedRecord) => Promise<CreatedRecord>
> = {
  incident: async (ctx, system, { fields, ci_external_id: wanted }) => {
    const found =
      wanted === undefined ? undefined : (await store.find(ctx.db, system, 'ci', [wanted])).get(wanted)
    const { id, messages } = await importIncident(ctx, {
      ...fields,
      ...(found !== undefined && { ci_id: found }),
    })
    if (wanted !== undefined && found === undefined)
      messages.push(`The configuration item ${wanted} is not imported, so the incident has none`)
    return { id, ...messageOf(messages) }
  },
  /** The CMDB may recognise it as one that it has. */
  ci: async (ctx, system, record) => {
    const created_at = at(ctx, record.created_at).now
    const { id, status } = await cmdb.upsert(at(ctx, undefined), discoveryFields(system, record), created_at)
    if (status === 'created') return { id }
    const what = status === 'updated' ? 'was updated' : 'has these values already'
    return { id, status: 'exists', message: `Recognised as ${id}, which ${what}` }
  },
  /** Created at `created_at`, and moved to its state at `updated_at`. */
  article: async (ctx, _system, { fields, author, created_at, updated_at = created_at }) => {
    const { state = 'draft', ...content } = fields as CreateArticle
    const actor = (await findAuthors(ctx, [author]))(author)
    const { id } = await articles.create(at({ ...ctx, actor }, created_at), content)
    if (state !== 'draft') await articles.update(at({ ...ctx, actor }, updated_at), id, { state })
    return { id }
  },
}
