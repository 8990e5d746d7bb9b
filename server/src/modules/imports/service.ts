import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record as journal } from '../../events/journal.ts'
import { invalidField, Problem } from '../../kernel/errors.ts'
import * as cmdb from '../cmdb/service.ts'
import { ci, type CreateCi } from '../cmdb/model.ts'
import { checkImport } from '../incidents/import-record.ts'
import { importIncident } from '../incidents/import.ts'
import { incident } from '../incidents/model.ts'
import * as notes from '../incidents/notes/service.ts'
import { article, type CreateArticle } from '../knowledge/model.ts'
import * as articles from '../knowledge/service.ts'
import { findAuthors } from './authors.ts'
import type { ImportedRecord, ImportType, Result } from './model.ts'
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
  if (imported !== undefined) return { status: 'exists', id: imported }
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
  return { status: 'would_create' }
}

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
    return { status: 'exists', id: existing, notes: added }
  }
  const { id, status = 'created', message } = await creators[subject_type](ctx, system, record)
  await store.set(ctx.db, { ...key, subject_id: id, url })
  await journal(ctx, id, {
    subject_type: nouns[subject_type].subject_type,
    action: 'imported',
    changes: [{ field: 'imported_from', from: null, to: `${system} ${external_id}` }],
    events: [],
  })
  const added = await addNotes(ctx, system, record, id)
  return { status, id, notes: added, ...(message !== undefined && { message }) }
}

async function auditNotes(ctx: Ctx<Tx>, incident_id: string, added: number): Promise<void> {
  const to = await store.countNotes(ctx.db, incident_id)
  await journal(ctx, incident_id, {
    subject_type: incident.subject_type,
    action: 'imported',
    changes: [{ field: 'work_notes_count', from: to - added, to }],
    events: [],
  })
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
    return { id, ...(messages.length > 0 && { message: messages.join('; ') }) }
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

/** History: the time is that of the other system, and no one is notified. */
const at = (ctx: Ctx<Tx>, time: string | undefined): Ctx<Tx> => ({
  ...ctx,
  now: time === undefined ? ctx.now : new Date(time),
  is_history: true,
})

/** Notes that were not imported before, oldest first: their order here is that of their creation. */
async function addNotes(
  ctx: Ctx<Tx>,
  system: string,
  { external_id: parent, notes: given = [] }: ImportedRecord,
  incident_id: string,
): Promise<number> {
  const ordered = given
    .map(({ external_id, created_at, ...note }) => ({
      ...note,
      created_at: at(ctx, created_at).now,
      key: `${parent} ${external_id}`,
    }))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const known = await store.findNotes(
    ctx.db,
    system,
    incident_id,
    ordered.map(({ key }) => key),
  )
  const authorOf = await findAuthors(
    ctx,
    ordered.map(({ author }) => author),
  )
  let added = 0
  for (const { key, author, ...note } of ordered) {
    if (known.has(key)) continue
    const subject_id = await notes.addPast(ctx, incident_id, { ...note, author: authorOf(author) })
    await store.set(ctx.db, { system, subject_type: 'note', external_id: key, subject_id, url: null })
    known.set(key, subject_id)
    added++
  }
  return added
}
