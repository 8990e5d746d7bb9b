import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveIncidents, walk, type Incidents } from '../../../test/incidents.ts'

let app: TestApp
let incidents: Incidents
let lasting: string[]
beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  const made = Array.from({ length: 60 }, (_, i) =>
    incidents.create({ category: 'lasting', priority: `P${(i % 4) + 1}` }),
  )
  lasting = (await Promise.all(made)).map(({ id }) => id)
  // Half of them of one moment, so that the walks stop and go on within ties.
  await app.query(`update incidents set created_at = '2026-01-01', updated_at = '2026-01-01'
    where right(id, 1) in ('0', '2', '4', '6', '8')`)
})

/**
 * Makes, changes and deletes incidents of its own, and touches the lasting ones in a field that no walk sorts by,
 * unless the walk is by the time of the last touch.
 */
async function write(n: number, touches: boolean, isRunning: () => boolean) {
  for (let i = 0; isRunning(); i++) {
    const { id } = await incidents.create({ category: 'lasting', priority: `P${((n + i) % 4) + 1}` })
    await incidents.change(id, { state: 'in_progress', priority: `P${((n * i) % 4) + 1}` })
    if (i % 2 === 0) await incidents.remove(id)
    const lastingId = lasting[(n * 7 + i) % lasting.length]!
    if (touches) await incidents.change(lastingId, { urgency: i % 2 === 0 ? 'low' : 'high' })
  }
}

const orders = ['created_at', 'priority', 'updated_at'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => ({ sort, order })),
)

test.for(orders)('a walk by $sort $order meets every lasting record once while eight write', async (by) => {
  // The writers stop some time, or a walk towards the newest would never arrive.
  let pagesToRead = 60
  const isRunning = () => pagesToRead > 0
  const read = (cursor?: string) => {
    pagesToRead--
    return incidents.list({ ...by, category: 'lasting', limit: '5', ...(cursor && { cursor }) })
  }
  const writers = Array.from({ length: 8 }, (_, n) => write(n, by.sort !== 'updated_at', isRunning))
  try {
    while (isRunning()) {
      const seen = (await walk(read)).flatMap(({ data }) => data.map(({ id }) => id))
      const own = seen.filter((id) => lasting.includes(id))
      expect(own.toSorted()).toEqual(lasting.toSorted())
      // What changes its place in the order may be met again there; what does not is met once.
      const met = by.sort === 'created_at' ? seen : own
      expect(new Set(met).size).toBe(met.length)
    }
  } finally {
    pagesToRead = 0
    await Promise.all(writers)
    await app.query(`delete from incidents where id not in ('${lasting.join("','")}')`)
  }
})
