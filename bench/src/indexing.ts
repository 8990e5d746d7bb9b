import { setTimeout as sleep } from 'node:timers/promises'
import { drive, median } from './drive.ts'
import { load } from './load.ts'
import type { Service } from './service.ts'
import type { Figure } from './report.ts'
import { withDatabase, type Pool } from './with-database.ts'

const all = 100_000
const isUnencoded = `model is null and (kind = 'article' or place = 0)`

/** Indexing speed by words and by meaning, and its effect on other requests. */
export const measureIndexing = (count: number, rounds: number, seconds: number): Promise<Figure[]> =>
  withDatabase(async (service, pool) => {
    await load(service, count)
    const figures = await measureRate(pool)
    for (const phase of phases) figures.push(await measureOthers(service, pool, phase, rounds, seconds))
    return figures
  })

interface Phase {
  name: string
  start: (pool: Pool) => Promise<unknown>
  left: string
}

const countOf = async (pool: Pool, rows: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::integer as n from ${rows}`)).rows[0]!.n

const indexWords = (pool: Pool) =>
  pool.query(
    `insert into index_queue (kind, record_id) select 'incident', id from incidents where state in ('resolved', 'closed')`,
  )
const indexMeaning = (pool: Pool) =>
  pool.query(`update passages set encoded = null, model = null, encoded_seq = null`)

async function stopIndexing(pool: Pool): Promise<void> {
  await pool.query('truncate index_queue')
  await pool.query(`update passages set model = 'minilm-l6-it' where model is null`)
}

const phases: Phase[] = [
  { name: 'words', start: indexWords, left: 'index_queue' },
  { name: 'meaning', start: indexMeaning, left: `passages where ${isUnencoded}` },
]

/** Time from the queue to the last vector, without the import. */
async function measureRate(pool: Pool): Promise<Figure[]> {
  await stopIndexing(pool)
  await indexMeaning(pool)
  await indexWords(pool)
  const incidents = await countOf(pool, 'index_queue')
  const started = performance.now()
  const until = async (rows: string) => {
    while ((await countOf(pool, rows)) > 0) await sleep(200)
    return (performance.now() - started) / 1000
  }
  const words = await until('index_queue')
  const meaning = await until(`passages where ${isUnencoded}`)
  const figure = (seconds: number) =>
    `${Math.round(incidents / seconds)} a second (${incidents} in ${Math.round(seconds)} s); ${all} would take ` +
    `${Math.round((seconds / incidents) * (all / 60))} minutes`
  return [
    { row: 'incidents found by their words', figure: figure(words), bound: '' },
    { row: 'incidents found by their meaning too', figure: figure(meaning), bound: 'under 30 minutes' },
  ]
}

/** Alternates rounds with and without indexing; the queue never empties within a round. */
async function measureOthers(
  service: Service,
  pool: Pool,
  { name, start, left }: Phase,
  rounds: number,
  seconds: number,
): Promise<Figure> {
  const target = {
    url: `${service.url}/prod/api/v1/incidents/INC0000001`,
    method: 'GET' as const,
    headers: { authorization: `Bearer ${service.token}` },
  }
  const [during, without]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    await start(pool)
    const busy = await drive(target, seconds, 32)
    if ((await countOf(pool, left)) === 0)
      throw new Error('Everything was indexed before the round ended: take more incidents')
    await stopIndexing(pool)
    await sleep(1000)
    const idle = await drive(target, seconds, 32)
    if (round === 0) continue // warm-up
    during.push(busy.perSecond)
    without.push(idle.perSecond)
  }
  const ratio = median(during.map((each, i) => each / without[i]!))
  return {
    row: `GET one incident while incidents are indexed by ${name}, against without`,
    figure: `${ratio.toFixed(2)} (${Math.round(median(during))} / ${Math.round(median(without))} a second)`,
    bound: 'at least 0.90',
  }
}
