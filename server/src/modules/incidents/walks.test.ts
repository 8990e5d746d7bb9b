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
  // Half of them with the same time, so that pages end within ties.
  await app.query(`update incidents set created_at = '2026-01-01', updated_at = '2026-01-01'
    where right(id, 1) in ('0', '2', '4', '6', '8')`)
})

/**
 * Creates, updates and deletes its own incidents, and updates the permanent ones in a field that is not the
 * sort key.
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

test.for(orders)(
  'paging by $sort $order returns every permanent record once while eight clients write',
  async (by) => {
    // The writers stop at some point, or paging towards the newest would never end.
    let pagesToRead = 25
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
        // A record that changes its position may be returned again there; the others are returned once.
        const met = by.sort === 'created_at' ? seen : own
        expect(new Set(met).size).toBe(met.length)
      }
    } finally {
      pagesToRead = 0
      await Promise.all(writers)
      await app.query(`delete from incidents where id not in ('${lasting.join("','")}')`)
    }
  },
)
