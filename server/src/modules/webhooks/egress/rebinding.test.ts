import { expect, test } from 'vitest'
import { startDnsServer, type Records } from '../../../../test/dns-server.ts'
import { connectionsDuring, startEgress } from '../../../../test/egress.ts'
import { eventually } from '../../../../test/eventually.ts'
import { freePort } from '../../../../test/free-port.ts'
import { startReceiver } from '../../../../test/receiver.ts'

// 127.0.0.2 stands for a public address, as the only allowed one; 127.0.0.1 must not be reached.
const outside: Records = { A: ['127.0.0.2'] }
const inside: Records = { A: ['127.0.0.1'] }
const both: Records = { A: ['127.0.0.2', '127.0.0.1'] }

const alternating = (one: Records, other: Records) => (asked: number) => (asked % 2 ? other : one)

const dns = await startDnsServer({
  'alternating.test': alternating(outside, inside),
  'inside-first.test': alternating(inside, outside),
  'six.test': alternating(outside, { AAAA: ['::1'] }),
  'chain.test': { CNAME: 'middle.test' },
  'middle.test': { CNAME: 'end.test' },
  'end.test': alternating(outside, inside),
  'swapped.test': alternating({ CNAME: 'good.test' }, { CNAME: 'bad.test' }),
  'good.test': outside,
  'bad.test': inside,
  'mixed.test': both,
  'mixed-order.test': { A: both.A!.toReversed() },
  'mixed-six.test': { A: ['127.0.0.2'], AAAA: ['::1'] },
  'mixed-chain.test': { CNAME: 'mixed.test' },
  'turning.test': outside,
})
const [names, port] = [Object.keys(dns.zone), await freePort()]
const receiver = await startReceiver({ host: '127.0.0.2', port, names })
const canary = await startReceiver({ host: '127.0.0.1', port, names })
const env = { ...receiver.env, WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32' }
const egress = startEgress(env, dns.resolve)

const post = (name: string, owner = name) => egress.post(`https://${name}:${receiver.port}/hook`, { owner })

const rebinding = ['alternating.test', 'inside-first.test', 'six.test', 'chain.test', 'swapped.test']
test.each(rebinding)(
  '%s resolves to a private address every second time, for 100 rounds, and is never reached',
  async (name) => {
    receiver.answer = { headers: { connection: 'close' } } // so that each round needs a new connection
    const before = receiver.received.length
    const outcomes: string[] = []
    const begun = await connectionsDuring(async () => {
      for (let round = 0; round < 100; round++) {
        // The earlier check is void: the next lookup gets the other address.
        if (round % 3 === 0) await egress.checkUrl(`https://${name}/`).catch(() => undefined)
        const { status, error } = await post(name)
        outcomes.push(error ?? String(status))
      }
    })
    const delivered = outcomes.filter((outcome) => outcome === '200').length
    expect(new Set(outcomes)).toEqual(new Set(['200', 'address_refused']))
    expect([receiver.received.length - before, begun]).toEqual([delivered, delivered])
    expect(canary.connections).toBe(0)
  },
)

test.each(['mixed.test', 'mixed-order.test', 'mixed-six.test', 'mixed-chain.test'])(
  '%s has a public and a private address: refused as a whole',
  async (name) => {
    const begun = await connectionsDuring(async () => {
      await expect(egress.checkUrl(`https://${name}/`)).rejects.toMatchObject({ status: 400 })
      expect(await post(name)).toMatchObject({ status: null, error: 'address_refused' })
    })
    expect([begun, canary.connections]).toEqual([0, 0])
  },
)

test('an open connection is reused; a new one is checked again', async () => {
  receiver.answer = {}
  const first = await post('turning.test')
  dns.zone['turning.test'] = inside
  const second = await post('turning.test')
  expect([first.status, second.status]).toEqual([200, 200])
  const [one, other] = receiver.received.slice(-2)
  expect(other!.connection).toBe(one!.connection)

  receiver.answer = { headers: { connection: 'close' } }
  expect(await post('turning.test')).toMatchObject({ status: 200 })
  const questions = dns.questions.length
  expect(await post('turning.test')).toMatchObject({ status: null, error: 'address_refused' })
  expect(dns.questions.length).toBeGreaterThan(questions)
  expect(canary.connections).toBe(0)
})

test('two owners never share a connection, not even to the same host', async () => {
  receiver.answer = {}
  const used: Record<string, Set<number>> = { a: new Set(), b: new Set() }
  for (let round = 0; round < 5; round++)
    for (const owner of ['a', 'b']) {
      expect(await post('good.test', owner)).toMatchObject({ status: 200, error: null })
      used[owner]!.add(receiver.received.at(-1)!.connection)
    }
  expect([used.a!.size, used.b!.size]).toEqual([1, 1])
  expect(used.a).not.toEqual(used.b)
})

test('a removed owner leaves no connection behind', async () => {
  receiver.answer = {}
  await post('good.test', 'leaving')
  const { connection } = receiver.received.at(-1)!
  const closed = receiver.sent_bytes
  egress.forget('leaving')
  await eventually(() => receiver.sent_bytes > closed)
  await post('good.test', 'leaving')
  expect(receiver.received.at(-1)!.connection).toBeGreaterThan(connection)
})
