import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAsk } from './ask.ts'
import { measureCache } from './cache.ts'
import { checkComparable, drive, median, type Round, type Target } from './drive.ts'
import { report, reportFigures, summary, type Figure, type Result } from './report.ts'
import { measureIndexing } from './indexing.ts'
import { load } from './load.ts'
import { bareRows, scaleRows, type Row } from './rows.ts'
import { measureSingleCalls } from './single-calls.ts'
import { measureWebhooks } from './webhooks.ts'
import { end, freePort, startScript, startService, type Service } from './service.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
    /** Number of records of the large service; the small one has a hundredth. 0 skips the comparison. */
    scale: { type: 'string', default: '0' },
    /** Events out and in, instead of requests. */
    webhooks: { type: 'boolean', default: false },
    /** Hits of the AI cache, instead of requests. */
    cache: { type: 'boolean', default: false },
    /** Questions that are not in the AI cache, instead of requests. */
    ask: { type: 'boolean', default: false },
    /** Indexing of this many incidents for the AI, instead of requests. */
    indexing: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, connections, scale] = [
  values.seconds,
  values.rounds,
  values.connections,
  values.scale,
].map(Number) as [number, number, number, number]

/** Seconds of warm-up, at least and at most. */
const [minWarmUp, maxWarmUp] = [4, 15]

const loadNow = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')
const wanted = (rows: Row[]) => rows.filter((row) => row.name.includes(values.only))

async function main(): Promise<void> {
  console.log(`load before: ${loadNow()}; ${rounds} rounds of ${seconds} s on ${connections} connections`)
  const figures = await otherFigures()
  if (figures) reportFigures(figures)
  else await compareRequests()
  console.log(`\nload after: ${loadNow()}`)
}

async function otherFigures(): Promise<Figure[] | undefined> {
  const indexed = Number(values.indexing)
  if (values.webhooks) return measureWebhooks(rounds, seconds)
  if (values.cache) return measureCache(200 * rounds)
  if (values.ask) return measureAsk(60 * rounds)
  if (indexed > 0) return measureIndexing(indexed, rounds, seconds)
  return undefined
}

async function compareRequests(): Promise<void> {
  const results = scale > 0 ? await compareSizes() : await compareWithBare()
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ seconds, rounds, connections, scale, results }, null, 2)}\n`,
    )
}

async function compareWithBare(): Promise<Result[]> {
  const service = await startService()
  const rows = wanted(await bareRows(service))
  const bare = await startBare(service, rows)
  const measured = []
  for (const row of rows) measured.push(await measure(row, service, bare))
  await bare.stop()
  await service.stop()
  report(measured, 'service', 'bare')
  return measured
}

async function compareSizes(): Promise<Result[]> {
  const [large, small] = [await startService(), await startService()]
  await load(small, Math.max(1, scale / 100))
  await load(large, scale)
  const rows = wanted(await scaleRows(large))
  const smallRows = wanted(await scaleRows(small))
  const measured = []
  for (const [i, row] of rows.entries()) measured.push(await measure(row, large, small, smallRows[i]!.path))
  const singles = await measureSingleCalls(large, small, values.only)
  await Promise.all([large.stop(), small.stop()])
  report(measured, `${scale} records`, `${scale / 100} records`)
  reportFigures(singles)
  return measured
}

type Server = Pick<Service, 'url' | 'token'>

/** Subject and reference alternate, so that other load affects both. */
async function measure(row: Row, subject: Server, reference: Server, referencePath = row.path) {
  const target = ({ url, token }: Server, path: string): Target => ({
    url: `${url}/prod/api/v1${path}`,
    method: row.method,
    headers: { authorization: `Bearer ${token}`, ...(row.body && { 'content-type': 'application/json' }) },
    ...(row.body && { body: JSON.stringify(row.body) }),
    ...(row.paths && { paths: row.paths.map((page) => `/prod/api/v1${page}`) }),
  })
  const targets = [target(subject, row.path), target(reference, referencePath)]
  for (const one of targets) await warmUp(one)
  const measured: [Round[], Round[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const [i, one] of targets.entries()) measured[i]!.push(await drive(one, seconds, connections))
    checkComparable(measured[0].at(-1)!, measured[1].at(-1)!)
  }
  const ratio = median(measured[0].map((round, i) => round.perSecond / measured[1][i]!.perSecond))
  return {
    row: row.name,
    ratio,
    target: row.target,
    subject: summary(measured[0]),
    reference: summary(measured[1]),
  }
}

/** Several workers compile their code in parallel, so how long it takes differs: it is warm when it gets no faster. */
async function warmUp(target: Target): Promise<void> {
  let best = 0
  for (let second = 1; second <= maxWarmUp; second++) {
    const { perSecond } = await drive(target, 1, connections)
    if (second >= minWarmUp && perSecond < 1.03 * best) return
    best = Math.max(best, perSecond)
  }
}

async function startBare(service: Service, rows: Row[]) {
  const port = await freePort()
  const answers = []
  const different = new Map(rows.map((row) => [`${row.method} ${row.path}`, row]))
  for (const { method, path, body } of different.values()) {
    const response = await service.call(method, path, body)
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    answers.push({
      method,
      path: `/prod/api/v1${path}`,
      status: response.status,
      body: await response.text(),
    })
  }
  const url = `http://127.0.0.1:${port}`
  const child = await startScript('bare.js', `${url}/readyz`, {
    BENCH_BARE: JSON.stringify({ port, answers }),
  })
  return { url, token: service.token, stop: () => end(child) }
}

await main()
