// Loads a file of another system's incidents: npm run import -- <file.csv|file.jsonl>
// Plain JavaScript without a dependency: it only talks to a running service, which may be elsewhere.
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { baseUrl, getToken, stop } from './service-client.mjs'

const recordsPerRequest = 2000
const bytesPerRequest = 8 * 2 ** 20 // the service takes 16 MiB
const requestsInFlight = 2
const attempts = 8

const totals = { sent: 0, imported: 0, skipped: 0, failed: 0 }
const started = performance.now()

const [given] = process.argv.slice(2)
const kinds = { '.csv': 'text/csv', '.jsonl': 'application/x-ndjson', '.ndjson': 'application/x-ndjson' }
const type = kinds[path.extname(given ?? '').toLowerCase()]
if (!type) stop('Usage: npm run import -- <file.csv|file.jsonl>')
const file = path.resolve(process.env.INIT_CWD || '.', given)
if (!existsSync(file)) stop(`${file} does not exist`)

let token = await getToken()
const inFlight = new Set()
// One character per byte: what the file holds is sent as it is, and the service judges whether it is UTF-8.
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
    tell(`records ${first} to ${first + count - 1}: ${result.refused}`)
  } else {
    for (const name of ['imported', 'skipped', 'failed']) totals[name] += result[name]
    for (const { record, message } of result.errors) tell(`record ${first + record - 1}: ${message}`)
    const untold = result.failed - result.errors.length
    if (untold > 0) tell(`records ${first} to ${first + count - 1}: ${untold} more errors`)
  }
  totals.sent += count
  if (process.stdout.isTTY) process.stdout.write(`\r${totals.sent} records, ${perSecond()} per second `)
}

/** Only what the service has certainly not begun is sent again: a record without an id would come in twice. */
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

/** Requests' worth of records. Each request of a CSV file begins with the line that names the columns. */
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

/** Records with their line ends; blank lines are none. A line break inside of quotes does not end a CSV record. */
async function* recordsOf(stream) {
  let record = ''
  let place = 'start'
  for await (const chunk of stream) {
    for (const piece of chunk.split(/(?<=\n)/)) {
      record += piece
      if (type === 'text/csv') place = placeAfter(piece, place)
      if (record.length > bytesPerRequest)
        stop(`A record is too long: is a quote missing? It begins\n${record.slice(0, 200)}`)
      if (!piece.endsWith('\n') || place === 'quoted') continue
      if (record.trim() !== '') yield record
      record = ''
    }
  }
  if (record.trim() !== '') yield `${record}\n`
}

/** At the start of a CSV field, in plain text, in quotes, or behind a quote that closes them unless another follows. */
function placeAfter(piece, place) {
  for (const character of piece) {
    if (place === 'quoted') place = character === '"' ? 'closing' : 'quoted'
    else if (',\r\n'.includes(character)) place = 'start'
    else place = character === '"' && place !== 'plain' ? 'quoted' : 'plain'
  }
  return place
}

function perSecond() {
  return Math.round((totals.sent * 1000) / (performance.now() - started))
}

/** On a line of its own, whatever the progress has left there. */
function tell(message) {
  console.error(process.stdout.isTTY ? `\r${message.padEnd(40)}` : message)
}
