import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents, walk } from '../../../test/incidents.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const lastDecimal = 9_999_999
const last = lastDecimal + 26 * 36 ** 6

async function idsOf(numbers: number[]) {
  const { rows } = await sql<{ n: number; id: string; back: number }>`
    select n, incident_id(n) as id, incident_number(incident_id(n)) as back
    from unnest(${numbers}::bigint[]) as n`.execute(app.database.db)
  return rows
}

test.for<[number, string]>([
  [1, 'INC0000001'],
  [lastDecimal, 'INC9999999'],
  [lastDecimal + 1, 'INCA000000'],
  [lastDecimal + 36, 'INCA00000Z'],
  [lastDecimal + 37, 'INCA000010'],
  [lastDecimal + 36 ** 6 + 1, 'INCB000000'],
  [last, 'INCZZZZZZZ'],
])('number %d has the ID %s', async ([n, id]) => {
  expect(await idsOf([n])).toEqual([{ n, id, back: n }])
})

test('IDs have ten characters, keep the order of their numbers, and convert back', async () => {
  const number = fc.oneof(
    fc.integer({ min: 1, max: last }),
    fc.integer({ min: lastDecimal - 50, max: lastDecimal + 50 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(number, { minLength: 2, maxLength: 200 }), async (numbers) => {
      const sorted = numbers.toSorted((a, b) => a - b)
      const rows = await idsOf(sorted)
      expect(rows.map(({ back }) => back)).toEqual(sorted)
      const ids = rows.map(({ id }) => id)
      for (const id of ids) expect(id).toMatch(/^INC(\d{7}|[A-Z][0-9A-Z]{6})$/)
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 30 },
  )
})

test('beyond 9,999,999 incidents are created, found, listed in order and searched', async () => {
  await app.query(`select setval('incident_numbers', ${lastDecimal - 2})`)
  const made: string[] = []
  for (let i = 0; i < 4; i++) made.push((await incidents.create({ category: 'edge' })).id)
  expect(made).toEqual(['INC9999998', 'INC9999999', 'INCA000000', 'INCA000001'])
  await app.query(`update incidents set created_at = '2026-01-01' where category = 'edge'`)
  const pages = await walk((cursor) =>
    incidents.list({ category: 'edge', order: 'asc', limit: '1', ...(cursor && { cursor }) }),
  )
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(made)
  for (const id of made) {
    expect(await incidents.change(id, { state: 'in_progress' })).toMatchObject({ id, number: id })
    expect((await incidents.list({ q: id })).data.map((found) => found.id)).toEqual([id])
  }
})

test('an ID that looks like a word finds its record too', async () => {
  for (const id of ['INCREASING', 'INCLUSIONS', 'INCIDENTLY']) {
    const [{ n }] = (await app.query<{ n: number }>(`select incident_number('${id}') as n`)) as [
      { n: number },
    ]
    await app.query(`select setval('incident_numbers', ${n - 1})`)
    expect((await incidents.create()).id).toBe(id)
    expect((await incidents.list({ q: id })).data.map((found) => found.id)).toEqual([id])
    expect((await incidents.list({ q: id.toLowerCase() })).data.map((found) => found.id)).toEqual([id])
  }
})
