import type { IncomingHttpHeaders } from 'node:http'
import type { Api } from '../../http/api.ts'
import { admins } from '../../kernel/actor.ts'
import { malformed, Problem } from '../../kernel/errors.ts'
import { parseCsv } from './csv.ts'
import { importIncidents, ImportReport } from './import.ts'

export function mountImport(api: Api): void {
  api.postAfterWaiting(
    '/incidents/import',
    {
      tag: 'Incidents',
      summary: 'Import incidents of another system, with their ids, states and times',
      description:
        'JSON lines (application/x-ndjson) or CSV (text/csv) of up to 16 MiB; npm run import splits a larger file.',
      roles: admins,
      exempt: 'bulk',
      takes: ['application/x-ndjson', 'text/csv'],
      bodyLimit: 16 * 2 ** 20,
      response: { 200: ImportReport },
    },
    (ctx, input) => importIncidents(ctx, readRecords(input.body, input)),
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readRecords(body: unknown, { headers }: { headers: IncomingHttpHeaders }): unknown[] {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const read = readers.get(type)
  if (!read || headers['content-encoding'] !== undefined)
    throw new Problem(
      415,
      'unsupported_media_type',
      `Send ${[...readers.keys()].join(' or ')}, without Content-Encoding`,
    )
  if (!Buffer.isBuffer(body) || body.length === 0) throw malformed('The body is empty: send records')
  return read(decode(body))
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw malformed('The body is not valid UTF-8')
  }
}

const readLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseLine)

/** An empty cell means that the field is absent. */
const readCsv = (text: string) =>
  parseCsv(text).map((record) =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')),
  )

const readers = new Map<string, (text: string) => unknown[]>([
  ['application/x-ndjson', readLines],
  ['text/csv', readCsv],
])

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line // not an object: reported as an invalid record with its number
  }
}
