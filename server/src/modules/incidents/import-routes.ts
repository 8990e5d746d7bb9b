import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { admins } from '../../kernel/actor.ts'
import { Problem } from '../../kernel/errors.ts'
import { parseCsv } from './csv.ts'
import { importIncidents } from './import.ts'

export function mountImport(api: Api): void {
  api.post(
    '/incidents/import',
    {
      tag: 'Incidents',
      summary: 'Load incidents of another system, with their ids, states and times',
      description:
        'JSON lines (application/x-ndjson) or CSV (text/csv) of up to 16 MiB; npm run import splits a larger file.',
      roles: admins,
      exempt: 'bulk',
      takes: 'raw',
      bodyLimit: 16 * 2 ** 20,
      response: { 200: Imported },
    },
    async (ctx, { body, headers }) =>
      importIncidents(ctx, readRecords(body as unknown, headers['content-type'] ?? '')),
  )
}

const Imported = Type.Object({
  imported: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  errors: Type.Array(Type.Object({ record: Type.Integer(), message: Type.String() })),
})

function readRecords(body: unknown, type: string): unknown[] {
  if (!Buffer.isBuffer(body))
    throw new Problem(415, 'unsupported_media_type', 'Send application/x-ndjson or text/csv')
  const text = body.toString('utf8')
  if (type.startsWith('text/csv'))
    return parseCsv(text).map((record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')),
    )
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseLine)
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line // not an object: reported as a bad record with its number
  }
}
