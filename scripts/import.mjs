// Loads a file of another system's incidents: npm run import -- <file.csv|file.jsonl>
// Plain JavaScript without a dependency: it only talks to a running service, which may be elsewhere.
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromCaller } from './prepare.mjs'
import { baseUrl, getToken, stop } from './service-client.mjs'

const recordsPerRequest = 2000
const bytesPerRequest = 8 * 2 ** 20 // the service accepts 16 MiB
const requestsInFlight = 2
const attempts = 8

const totals = { sent: 0, imported: 0, skipped: 0, failed: 0 }
const started = performance.now()

const [given] = process.argv.slice(2)
const kinds = { '.csv': 'text/csv', '.jsonl': 'application/x-ndjson', '.ndjson': 'application/x-ndjson' }
const type = kinds[path.extname(given ?? '').toLowerCase()]
if (!type) stop('Usage: npm run import -- <file.csv|file.jsonl>')
const file = fromCaller(given)
if (!existsSync(file)) stop(`${file} does not exist`)

let token = await getToken()
const inFlight = new Set()
// One character per byte: the file is sent as it is, and the service checks that it is UTF-8.
for await (const batch of batchesOf(createReadStream(file, 'latin1'))) {
  if (inFlight.size >= requestsInFlight) await Promise.race(inFlight)
  const request = send(batch).finally(() => inFlight.delete(request))
  inFlight.add(request)
}
await Promise.all(inFlight)
if (process.stdout.isTTY) process.stdout.write('\r')
console.log(
  `${totals.imported} imported, ${totals.skipped} skipped, ${totals.failed} failed, ${perSecond()} records per second`,
)
process.exit(totals.failed > 0 ? 1 : 0)

async function send({ text, first, count }) {
  const result = await post(text).catch((error) => ({ refused: error.message }))
  if (result.refused) {
    totals.failed += count
    report(`records ${first} to ${first + count - 1}: ${result.refused}`)
  } else {
    for (const name of ['imported', 'skipped', 'failed']) totals[name] += result[name]
    for (const { record, message } of [...result.errors, ...result.warnings])
      report(`record ${first + record - 1}: ${message}`)
    const unlisted = result.failed + result.incomplete - result.errors.length - result.warnings.length
    if (unlisted > 0) report(`records ${first} to ${first + count - 1}: ${unlisted} more messages`)
  }
  totals.sent += count
  if (process.stdout.isTTY) process.stdout.write(`\r${totals.sent} records, ${perSecond()} per second `)
}

/**
 * Retries only what the service has certainly not started: a record without an ID would be imported twice.
 */
async function post(text) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}/prod/api/v1/incidents/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: Buffer.from(text, 'latin1'),
    })
    const answer = await response.json()
    if (response.ok) return answer
    const isOver = attempt === attempts
    if (response.status === 401 && !isOver) token = await getToken()
    else if (['rate_limited', 'overloaded'].includes(answer.code) && !isOver)
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1))
    else throw new Error(answer.message ?? `the service answered ${response.status}`)
  }
}

/** Batches of records. Each request of a CSV file begins with the header line. */
async function* batchesOf(stream) {
  let header = ''
  let batch = { text: '', first: 1, count: 0 }
  for await (const record of recordsOf(stream)) {
    if (type === 'text/csv' && !header) {
      header = record
      batch.text = header
      continue
    }
    batch.text += record
    batch.count++
    if (batch.count < recordsPerRequest && batch.text.length < bytesPerRequest) continue
    yield batch
    batch = { text: header, first: batch.first + batch.count, count: 0 }
  }
  if (batch.count > 0) yield batch
}

/**
 * Records with their line ends, without blank lines. A line break inside quotes does not end a CSV record.
 */
async function* recordsOf(stream) {
  let record = ''
  let state = 'start'
  for await (const chunk of stream) {
    for (const piece of chunk.split(/(?<=\n)/)) {
      record += piece
      if (type === 'text/csv') state = stateAfter(piece, state)
      if (record.length > bytesPerRequest)
        stop(`A record is too long: is a quote missing? It begins\n${record.slice(0, 200)}`)
      if (!piece.endsWith('\n') || state === 'quoted') continue
      if (record.trim() !== '') yield record
      record = ''
    }
  }
  if (record.trim() !== '') yield `${record}\n`
}

/** Parser state: at the start of a CSV field, in plain text, in quotes, or after a closing quote. */
function stateAfter(piece, state) {
  for (const character of piece) {
    if (state === 'quoted') state = character === '"' ? 'closing' : 'quoted'
    else if (',\r\n'.includes(character)) state = 'start'
    else state = character === '"' && state !== 'plain' ? 'quoted' : 'plain'
  }
  return state
}

function perSecond() {
  return Math.round((totals.sent * 1000) / (performance.now() - started))
}

/** On its own line, after any progress output. */
function report(message) {
  console.error(process.stdout.isTTY ? `\r${message.padEnd(40)}` : message)
}
