import type { LightMyRequestResponse } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents, expectOk, type Incident } from '../../../test/incidents.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const atOnce = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))

/** A slow machine may reject some of a hundred requests; those are retried. */
async function insist(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const response = await ask()
    if (response.statusCode !== 503) return response
    await sleep(50)
  }
}

const countStatuses = (answers: LightMyRequestResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

const history = async (id: string) =>
  (await app.call('GET', `/incidents/${id}/history`, { query: { limit: '200' } })).json<{
    data: { at: string; field: string; from: unknown; to: unknown }[]
  }>().data

describe('of a hundred concurrent requests', () => {
  test.for([1, 2, 3])(
    'exactly one conflicting transition succeeds, with only its traces (round %d)',
    async () => {
      const { id } = await incidents.create()
      const target = (i: number) => (i % 2 === 0 ? 'in_progress' : 'cancelled')
      const answers = await atOnce(100, (i) =>
        insist(() =>
          incidents.patch(
            id,
            { state: target(i), short_description: `By ${i}`, work_note: `Note ${i}` },
            { headers: { 'if-match': '"1"' } },
          ),
        ),
      )
      expect(countStatuses(answers)).toEqual({ 200: 1, 412: 99 })
      const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
      const after = await incidents.get(id)
      expect(after).toMatchObject({
        state: target(winner),
        short_description: `By ${winner}`,
        version: 2,
        work_notes_count: 1,
      })
      const events = await incidents.eventsOf(id)
      expect(events.map(({ type, data }) => [type, data.state])).toEqual([
        ['incident.created', 'new'],
        ['incident.updated', target(winner)],
      ])
      expect(
        (await history(id)).filter(({ field, from }) => field === 'state' && from !== null),
      ).toMatchObject([{ from: 'new', to: target(winner) }])
    },
  )

  test.for([1, 2, 3])('one of the states is reached, the others are refused (round %d)', async () => {
    const { id } = await incidents.create()
    const target = (i: number) => (i % 2 === 0 ? 'in_progress' : 'cancelled')
    const answers = await atOnce(100, (i) => insist(() => incidents.patch(id, { state: target(i) })))
    const { state, version } = await incidents.get(id)
    // A request for the state already reached gets 200 and has no effect.
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      answers.map((_, i) => (target(i) === state ? 200 : 409)),
    )
    expect(version).toBe(2)
    expect(await incidents.eventsOf(id)).toHaveLength(2)
    expect((await history(id)).filter(({ from }) => from !== null)).toHaveLength(1)
    expect((await app.call('GET', `/incidents/${id}/notes`)).json()).toMatchObject({ total: 0 })
  })

  test('every note is kept and counted, in order, and time never runs backwards', async () => {
    const { id } = await incidents.create()
    const answers = await atOnce(100, (i) =>
      insist(() =>
        i % 2 === 0 ? incidents.note(id, { body: `${i}` }) : incidents.patch(id, { work_note: `${i}` }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 200: 50, 201: 50 })
    expect(await incidents.get(id)).toMatchObject({ work_notes_count: 100, version: 101 })
    const counts = (await history(id)).filter(({ field }) => field === 'work_notes_count')
    expect(counts.map(({ from, to }) => [from, to])).toEqual(counts.map((_, i) => [i, i + 1]))
    const times = counts.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
  })
})

describe('two concurrent editors', () => {
  test('of different fields both keep their change', async () => {
    const { id } = await incidents.create()
    const answers = await atOnce(2, (i) =>
      incidents.patch(id, i === 0 ? { category: 'mail' } : { impact: 'high' }),
    )
    expect(countStatuses(answers)).toEqual({ 200: 2 })
    expect(await incidents.get(id)).toMatchObject({ category: 'mail', impact: 'high', version: 3 })
    expect(await incidents.eventsOf(id)).toHaveLength(3)
  })

  test('of one field with If-Match: one of them is refused', async () => {
    const { id } = await incidents.create()
    const headers = { 'if-match': '"1"' }
    const answers = await atOnce(2, (i) => incidents.patch(id, { category: `c${i}` }, { headers }))
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 1 })
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(await incidents.get(id)).toMatchObject({ category: `c${winner}`, version: 2 })
  })

  test('of one field without If-Match: the last one wins, and both are in the history', async () => {
    const { id } = await incidents.create()
    await atOnce(10, (i) => incidents.patch(id, { category: `c${i}` }))
    const steps = (await history(id)).filter(({ field }) => field === 'category')
    expect(steps.map(({ to }) => to).toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `c${i}`))
    expect(steps.map(({ from }) => from)).toEqual([null, ...steps.slice(0, -1).map(({ to }) => to)])
    expect((await incidents.get(id)).category).toBe(steps.at(-1)!.to)
  })

  test('one of whom deletes: the other is applied before, or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await incidents.create()
      const [deleted, changed] = await Promise.all([
        incidents.remove(id),
        incidents.patch(id, { category: 'x' }),
      ])
      expect(deleted.statusCode).toBe(200)
      expect([200, 404]).toContain(changed.statusCode)
      const last = expectOk<Incident>(await incidents.read(id, { query: { include_deleted: 'true' } }), 200)
      const happened = changed.statusCode === 200
      expect(last).toMatchObject({
        deleted: true,
        category: happened ? 'x' : null,
        version: happened ? 3 : 2,
      })
    }
  })
})

test('fifty creates with one Idempotency-Key create one incident', async () => {
  const before = (await incidents.list({ limit: '1' })).total
  const headers = { 'idempotency-key': 'fifty' }
  const body = { short_description: 'Once', notify_stakeholders: true }
  const answers = await atOnce(50, () => insist(() => incidents.ask(body, { headers })))
  expect(
    Object.keys(countStatuses(answers)).filter((status) => status !== '201' && status !== '409'),
  ).toEqual([])
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  const again = await incidents.ask(body, { headers })
  expect(new Set([...made, again].map((answer) => answer.json<Incident>().id)).size).toBe(1)
  expect(new Set([...made, again].map((answer) => answer.body)).size).toBe(1)
  expect((await incidents.list({ limit: '1' })).total).toBe(before + 1)
  expect(await incidents.eventsOf(again.json<Incident>().id)).toHaveLength(1)
})
