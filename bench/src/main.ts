import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkComparable, drive, median, type Round, type Target } from './drive.ts'
import { makeRows, type Row } from './rows.ts'
import { answering, end, freePort, startService, type Service } from './service.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number) as [
  number,
  number,
  number,
]

interface Result {
  row: string
  ratio: number
  target: number
  service: { per_second: number; p50_ms: number; p99_ms: number }
  bare: { per_second: number; p50_ms: number; p99_ms: number }
}

const load = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')
console.log(`load before: ${load()}; ${rounds} rounds of ${seconds} s on ${connections} connections`)

const service = await startService()
try {
  const rows = (await makeRows(service)).filter((row) => row.name.includes(values.only))
  const bare = await startBare(service, rows)
  const results: Result[] = []
  for (const row of rows) results.push(await measure(row, service, bare.url))
  await bare.stop()
  report(results)
} finally {
  await service.stop()
}

/** Service and bare server take turns, so that what else happens on the machine hits both. */
async function measure(row: Row, service: Service, bareUrl: string): Promise<Result> {
  const body = row.body === undefined ? {} : { body: JSON.stringify(row.body) }
  const headers = {
    authorization: `Bearer ${service.token}`,
    ...(body.body && { 'content-type': 'application/json' }),
  }
  const targets = [service.url, bareUrl].map((base): Target => ({
    url: `${base}/prod/api/v1${row.path}`,
    method: row.method,
    headers,
    ...body,
  }))
  for (const target of targets) await drive(target, Math.max(1, seconds / 2), connections) // warm-up
  const measured: [Round[], Round[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const [i, target] of targets.entries()) measured[i]!.push(await drive(target, seconds, connections))
    checkComparable(measured[0].at(-1)!, measured[1].at(-1)!)
  }
  const summary = (side: Round[]) => ({
    per_second: Math.round(median(side.map((round) => round.perSecond))),
    p50_ms: median(side.map((round) => round.p50)),
    p99_ms: median(side.map((round) => round.p99)),
  })
  const ratio = median(measured[0].map((round, i) => round.perSecond / measured[1][i]!.perSecond))
  return {
    row: row.name,
    ratio,
    target: row.target,
    service: summary(measured[0]),
    bare: summary(measured[1]),
  }
}

async function startBare(service: Service, rows: Row[]) {
  const port = await freePort()
  const answers = []
  for (const { method, path, body } of rows) {
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
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare.js', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, BENCH_BARE: JSON.stringify({ port, answers }) },
  })
  const url = `http://127.0.0.1:${port}`
  await answering(`${url}/readyz`, child)
  return { url, stop: () => end(child) }
}

function report(results: Result[]): void {
  console.log('\n| row | ratio | at least | service/s | bare/s | service p50 / p99 ms | bare p50 / p99 ms |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { row, ratio, target, service, bare } of results)
    console.log(
      `| ${row} | ${ratio.toFixed(2)} | ${target.toFixed(2)} | ${service.per_second} | ${bare.per_second} | ` +
        `${service.p50_ms} / ${service.p99_ms} | ${bare.p50_ms} / ${bare.p99_ms} |`,
    )
  console.log(`\nload after: ${load()}`)
  if (values.json)
    writeFileSync(values.json, `${JSON.stringify({ seconds, rounds, connections, results }, null, 2)}\n`)
}
