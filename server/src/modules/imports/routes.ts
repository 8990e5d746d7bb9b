import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { parseJson } from '../../http/parse-json.ts'
import { bodyChecker } from '../../http/validate.ts'
import { admins, agents } from '../../kernel/actor.ts'
import { malformed, Problem } from '../../kernel/errors.ts'
import { SingleLine, Query } from '../../kernel/schema.ts'
import { ci } from '../cmdb/model.ts'
import { article } from '../knowledge/model.ts'
import {
  ExternalReference,
  ImportedRecord,
  maxRecords,
  Report,
  reportOn,
  System,
  type Result,
} from './model.ts'
import { importRecord, type Import } from './service.ts'
import * as store from './store.ts'

const tag = 'Imports'

const checkRecord = bodyChecker(ImportedRecord)
const check = { ci: bodyChecker(ci.create), article: bodyChecker(article.create) }

export function mountImports(api: Api): void {
  api.post(
    '/import/:system',
    {
      tag,
      summary: 'Import records of another system, with their authors and times',
      description:
        `JSON lines (application/x-ndjson) of up to 16 MiB and ${maxRecords} records. Each has type (incident, ci, article), external_id, ` +
        'fields, and where they apply url, author, created_at, updated_at, ci_external_id and notes. ' +
        'The ID of the other system is kept as an external reference: what was imported before is not imported again, except for new notes. ' +
        'No one is notified and no webhook is called.',
      roles: admins,
      exempt: 'bulk',
      takes: ['application/x-ndjson'],
      ownIdempotency: true,
      bodyLimit: 16 * 2 ** 20,
      params: Type.Object({ system: System }),
      query: Query({
        dry_run: Type.Optional(
          Type.Boolean({ description: 'Nothing is written: the results show what would happen' }),
        ),
      }),
      response: { 200: Report },
    },
    async (ctx, { params, query, headers, body }) => {
      const lines = readLines(body, headers['content-type'])
      const how: Import = { system: params.system, check, planned: query.dry_run ? new Map() : undefined }
      const results: Result[] = []
      for (const [index, line] of lines.entries())
        results.push({
          record: index + 1,
          ...(await importLine(line, (record) => importRecord(ctx, how, record))),
        })
      return reportOn(results)
    },
  )

  api.list(
    '/external-references',
    {
      tag,
      summary:
        'List from which records of other systems the records and notes that you may read were imported',
      roles: agents,
      item: ExternalReference,
      filters: {
        system: Type.Optional(System),
        external_id: Type.Optional(SingleLine(600)),
        subject_id: Type.Optional(SingleLine(64, 'ID of the record here')),
      },
      sorts: ['imported_at'],
      order: 'asc',
    },
    (ctx, { query }, request) => store.list(ctx.db, ctx.actor, query, request),
  )
}

function readLines(body: unknown, type = ''): Buffer[] {
  if (!/^application\/x-ndjson\s*(;|$)/i.test(type))
    throw new Problem(
      415,
      'unsupported_media_type',
      'Send JSON lines with Content-Type: application/x-ndjson',
    )
  const lines = Buffer.isBuffer(body) ? splitLines(body) : []
  if (lines.length === 0) throw malformed('The body is empty: send records')
  if (lines.length > maxRecords)
    throw new Problem(413, 'payload_too_large', `Send at most ${maxRecords} records in one request`)
  return lines
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start)
    const end = found < 0 ? bytes.length : found
    const line = bytes.subarray(start, end)
    if (line.toString('latin1').trim() !== '') lines.push(line)
    start = end + 1
  }
  return lines
}

/** A line that cannot be read is a failed record. */
async function importLine(
  line: Buffer,
  work: (record: ImportedRecord) => Promise<Omit<Result, 'record'>>,
): Promise<Omit<Result, 'record'>> {
  let record: ImportedRecord
  try {
    record = parseJson(line) as ImportedRecord
    checkRecord(record)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { external_id: null, status: 'failed', message: error.message.slice(0, 500).toWellFormed() }
  }
  return work(record)
}
