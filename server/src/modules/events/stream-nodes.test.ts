import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { openStream, type Message } from '../../../test/event-stream.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { makeStreams } from './stream.ts'

let one: TestApp
let two: TestApp
let addresses: string[]
let token: string
const listen = (app: TestApp) => app.http.listen({ host: '127.0.0.1', port: 0 })
beforeAll(async () => {
  one = await startApp()
  two = await startApp({ DATABASE_URL: one.url })
  addresses = [await listen(one), await listen(two)]
  token = await one.tokenFor('viewer')
})
afterAll(async () => {
  await two.close()
  await one.close()
})

interface LogRow {
  seq: number
  type: string
}
const logAfter = (seq: number, types: string[] = []) =>
  one.query<LogRow>(`select seq, type from events where seq > ${seq}
    ${types.length > 0 ? `and type in ('${types.join("','")}')` : ''} order by seq`)
const passedOn = () => eventually(async () => (await one.query('select from outbox')).length === 0)
const lastSeq = async () =>
  (await one.query<{ seq: number }>('select coalesce(max(seq), 0) as seq from events'))[0]!.seq

test('events written on one node reach the streams of every node', async () => {
  const streams = await Promise.all(addresses.map((address) => openStream(address, token)))
  await eventually(() => streams.every(({ last_id }) => last_id !== ''))
  const [here, there] = [await driveIncidents(one).create(), await driveIncidents(two).create()]
  for (const stream of streams) {
    const messages = await stream.received(2)
    expect(messages.map(({ data }) => data.subject_id)).toEqual([here.id, there.id])
    stream.close()
  }
})

/** 500 events from both nodes at once, in three parts: each has more events of every type than a client waits for. */
async function write(afterPart: (part: number) => Promise<unknown>): Promise<void> {
  for (const [part, count] of [9, 8, 8].entries()) {
    const writers = [one, two, one, two].map(async (app) => {
      const incidents = driveIncidents(app)
      for (let i = 0; i < count; i++) {
        const { id } = await incidents.create()
        await incidents.change(id, { priority: 'P1' })
        await incidents.change(id, { state: 'in_progress', category: 'mail' })
        await incidents.change(id, { category: 'web' })
      }
    })
    await Promise.all(writers)
    await afterPart(part + 1)
  }
}

/** A client that loses its connection repeatedly, at the moments given by `patience`, and reconnects to either node. */
async function listenBrokenly(
  token: string,
  start: number,
  types: string[],
  patience: () => number,
  isOver: (seen: Message[]) => Promise<boolean>,
): Promise<{ seen: Message[]; connections: number }> {
  const seen: Message[] = []
  let connections = 0
  let last_id = String(start)
  for (;;) {
    const address = addresses[connections++ % 2]!
    const stream = await openStream(address, token, {
      headers: { 'last-event-id': last_id },
      ...(types.length > 0 && { query: { type: types.join() } }),
    })
    expect(stream.status).toBe(200)
    const wanted = patience()
    const isDone = await eventually(async () =>
      stream.messages.length >= wanted ? 'cut' : (await isOver([...seen, ...stream.messages])) && 'over',
    )
    stream.close()
    // Messages between the last read and the cut count as well, because the client has them.
    seen.push(...stream.messages)
    if (stream.last_id !== '') last_id = stream.last_id
    if (isDone === 'over') return { seen, connections }
  }
}

test('a client that reconnects with Last-Event-ID misses and repeats nothing while others write', async () => {
  await passedOn()
  const start = await lastSeq()
  const modulus = 2_147_483_647
  const [seed] = fc.sample(fc.integer({ min: 1, max: modulus - 1 }), 1)
  let state = seed!
  const opened = [0, 0, 0, 0]
  const patienceOf = (listener: number) => () => {
    opened[listener]!++
    state = (state * 48_271) % modulus
    return state % 20
  }
  let writing = true
  const isOver = (types: string[]) => async (seen: Message[]) =>
    !writing &&
    (await one.query('select from outbox')).length === 0 &&
    seen.length >= (await logAfter(start, types)).length
  const wishes = [[], [], ['incident.priority_changed'], ['incident.updated', 'incident.created']]
  // Each with a user of its own, because the number of streams per user is limited and recently cut ones
  // still count.
  const tokens = await Promise.all(wishes.map(() => one.tokenFor('viewer')))
  const listeners = wishes.map((types, i) =>
    listenBrokenly(tokens[i]!, start, types, patienceOf(i), isOver(types)),
  )
  await write((part) => eventually(() => opened.every((connections) => connections > part)))
  writing = false
  await passedOn()
  expect(await logAfter(start)).toHaveLength(500)
  for (const [i, { seen, connections }] of (await Promise.all(listeners)).entries()) {
    const log = await logAfter(start, wishes[i])
    expect(
      seen.map(({ id, event }) => ({ seq: id, type: event })),
      `seed ${seed}`,
    ).toEqual(log)
    expect(connections, `seed ${seed}`).toBeGreaterThan(2)
  }
})

test('a stopping node ends its streams, and clients continue at another', async () => {
  const stopping = await startApp({ DATABASE_URL: one.url })
  const address = await listen(stopping)
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(address, token)))
  await eventually(() => streams.every(({ last_id }) => last_id !== ''))
  await stopping.close() // waits for every connection: an open stream would block it
  await eventually(() => streams.every(({ ended }) => ended))
  const { id } = await driveIncidents(one).create()
  const headers = { 'last-event-id': streams[0]!.last_id }
  const stream = await openStream(addresses[0]!, token, { headers })
  const [message] = await stream.received(1)
  expect(message!.data.subject_id).toBe(id)
  stream.close()
})

test('a stopped node opens no streams', async () => {
  const streams = makeStreams()
  await streams.stop(0)
  expect(() => streams.open(one.ctx(), { after: 0, types: [], isAllowed: async () => true })).toThrow(
    'stopping',
  )
})
