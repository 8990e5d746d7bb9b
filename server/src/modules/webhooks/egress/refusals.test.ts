import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionsDuring, startEgress } from '../../../../test/egress.ts'
import { freePort } from '../../../../test/free-port.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { Problem } from '../../../kernel/errors.ts'

/** Listens on the loopback address, which must not be reached. */
const canary = await startReceiver()

const refusedOutcome = {
  status: null,
  error: 'address_refused',
  retry_after: null,
  response_body: '',
  latency_ms: expect.any(Number) as number,
}

async function refusalOf(work: Promise<void>): Promise<Problem> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Problem) return error
  throw new Error('It was accepted', { cause: error })
}

const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0177.1',
  '127.0.0.1%2e',
  '127。0。0。1',
  '\uff11\uff12\uff17\uff0e\uff10\uff0e\uff10\uff0e\uff11',
  '①②⑦.0.0.1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '127.255.255.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::]',
  '[0:0:0:0:0:0:0:0]',
  '[::ffff:0:127.0.0.1]',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '10.1',
  '167772161',
  '012.0.0.1',
  '[::ffff:10.0.0.1]',
  '172.16.0.1',
  '172.31.255.255',
  '0xac.0x10.0.1',
  '192.168.0.1',
  '192.168.257',
  '0300.0250.0.1',
  '[::ffff:c0a8:1]',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.43518',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:169.254.169.254]',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[fe80::a9fe:a9fe]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::7f00:1]',
  '[2001:db8::1]',
  '[ff02::1]',
  '[100::1]',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
]

test('there are at least sixty spellings', () => {
  expect(new Set(spellings).size).toBe(spellings.length)
  expect(spellings.length).toBeGreaterThanOrEqual(60)
})

describe.each(spellings)('https://%s', (host) => {
  const urls = () => [`https://${host}/`, `https://${host}:${canary.port}/hook`]

  test('is refused on creation', async () => {
    const { checkUrl } = startEgress()
    for (const url of urls()) {
      const { status, code, errors } = await refusalOf(checkUrl(url))
      expect([status, code]).toEqual([400, 'validation_error'])
      expect(errors).toEqual([expect.objectContaining({ field: 'url', pointer: '/url' })])
    }
  })

  test('is refused on sending, without a connection', async () => {
    const { post } = startEgress()
    const begun = await connectionsDuring(async () => {
      for (const url of urls()) expect(await post(url)).toEqual(refusedOutcome)
    })
    expect([begun, canary.connections]).toEqual([0, 0])
  })
})

const tricks = [
  ['user names', 'https://good.example@127.0.0.1:PORT/'],
  ['backslashes', 'https:/\\127.0.0.1:PORT/'],
  ['tabs', 'https://127.0.\t0.1:PORT/'],
  ['line breaks', 'https://127.0.0.1:PORT/\r\nHost: good.example'],
  ['fragments', 'https://127.0.0.1:PORT/#@good.example'],
  ['dots at the end', 'https://localhost.:PORT/'],
  ['missing slashes', 'https:127.0.0.1:PORT'],
  ['plain HTTP', 'http://127.0.0.1:PORT/'],
  ['files', 'file:///etc/passwd'],
  ['gopher', 'gopher://127.0.0.1:PORT/_x'],
  ['sockets in the file system', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/'],
  ['the port of SSH', 'https://good.example:22/'],
  ['the port of mail', 'https://good.example:25/'],
  ['the port of Redis', 'https://good.example:6379/'],
  ['port 0', 'https://good.example:0/'],
] as const
test.each(tricks)(
  'tricks with %s are refused, even if the address itself is allowed',
  async (_what, text) => {
    const url = text.replace('PORT', String(canary.port))
    const { checkUrl, post } = startEgress(canary.env, () => Promise.resolve(['127.0.0.1']))
    const begun = await connectionsDuring(async () => {
      expect(await refusalOf(checkUrl(url))).toMatchObject({ status: 400, code: 'validation_error' })
      expect(await post(url)).toEqual(refusedOutcome)
    })
    expect([begun, canary.connections]).toEqual([0, 0])
  },
)

test('a refusal names the field', async () => {
  const { checkUrl } = startEgress()
  const { message, errors } = await refusalOf(checkUrl('https://10.0.0.1/'))
  expect(message).toBe(
    'url must resolve to a public address; networks of your own are allowed by WEBHOOK_ALLOWED_PRIVATE_CIDRS',
  )
  expect(errors).toEqual([{ field: 'url', pointer: '/url', code: 'address', message }])
})

test.each([
  [80, 'url must not use port 80: use 443, 1024 to 65535'],
  [5432, 'url must not use port 5432, which belongs to another protocol'],
])('a refusal of port %i says why', async (port, message) => {
  const { checkUrl } = startEgress()
  expect(await refusalOf(checkUrl(`https://example.com:${port}/`))).toMatchObject({ status: 400, message })
})

describe('host names', () => {
  const names: Record<string, string[]> = {
    'inside.test': ['10.0.0.7'],
    'loop.test': ['127.0.0.1'],
    'loop6.test': ['::1'],
    'mixed.test': ['93.184.216.34', '127.0.0.1'],
    'mixed6.test': ['93.184.216.34', 'fd00::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'metadata.test': ['169.254.169.254'],
    'scoped.test': ['fe80::1%eth0'],
    'strange.test': ['not an address'],
  }
  const resolve = (hostname: string) => Promise.resolve(names[hostname] ?? [])

  test.each(Object.keys(names))(
    '%s resolves to a private address: refused on creation and on sending',
    async (name) => {
      const { checkUrl, post } = startEgress({}, resolve)
      expect(await refusalOf(checkUrl(`https://${name}/`))).toMatchObject({ status: 400 })
      const begun = await connectionsDuring(async () => {
        expect(await post(`https://${name}:${canary.port}/hook`)).toEqual(refusedOutcome)
      })
      expect([begun, canary.connections]).toEqual([0, 0])
    },
  )

  test('localhost is refused, too', async () => {
    const { checkUrl, post } = startEgress()
    expect(await refusalOf(checkUrl('https://localhost/'))).toMatchObject({ status: 400 })
    expect(await post(`https://localhost:${canary.port}/hook`)).toEqual(refusedOutcome)
    expect(canary.connections).toBe(0)
  })

  test('one that does not resolve yet is accepted, and sending to it fails', async () => {
    for (const unable of [() => Promise.resolve([]), () => Promise.reject(new Error('SERVFAIL'))]) {
      const { checkUrl, post } = startEgress({}, unable)
      await checkUrl('https://later.test/')
      expect(await post('https://later.test/')).toMatchObject({ status: null, error: 'dns_failure' })
    }
  })

  test('one whose name servers never respond is accepted, and sending to it times out', async () => {
    const { checkUrl, post } = startEgress({}, () => new Promise(() => {}))
    await checkUrl('https://silent.test/')
    expect(await post('https://silent.test/', { timeout_ms: 50 })).toMatchObject({
      status: null,
      error: 'timeout',
    })
  })
})

test('open, closed and filtered ports on private addresses are indistinguishable', async () => {
  const { checkUrl, post } = startEgress()
  const closed = await freePort()
  const targets = [
    `127.0.0.1:${canary.port}`,
    `127.0.0.1:${closed}`,
    '10.255.255.1:8443',
    '192.168.1.1',
    '[::1]:8443',
  ]
  const begun = await connectionsDuring(async () => {
    const refusals = new Set<string>()
    for (const target of targets) {
      expect(await post(`https://${target}/`)).toEqual(refusedOutcome)
      const { status, message, errors } = await refusalOf(checkUrl(`https://${target}/`))
      refusals.add(JSON.stringify({ status, message, errors }))
    }
    expect(refusals.size).toBe(1)
    expect([...refusals].join('')).not.toMatch(/\d+\.\d+\.\d+|8443/)
  })
  expect([begun, canary.connections]).toEqual([0, 0])
})

describe('metadata', () => {
  const addresses = ['169.254.169.254', 'fd00:ec2::254']
  const ports = [443, 8080]
  const lures: Server[] = []
  let visits = 0

  // As root the addresses really exist here, with listeners on free ports. Otherwise connections are still counted.
  beforeAll(async () => {
    for (const address of addresses) {
      if (!hasAddress('add', address)) continue
      for (const port of ports) {
        const lure = createServer((socket) => {
          visits++
          socket.destroy()
        })
        lure.listen(port, address)
        const isListening = await once(lure, 'listening').then(
          () => true,
          () => false,
        )
        if (isListening) lures.push(lure)
      }
    }
  })
  afterAll(() => {
    for (const lure of lures) lure.close()
    for (const address of addresses) hasAddress('del', address)
  })

  const wholeWorld = { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '0.0.0.0/0,::/0', WEBHOOK_ALLOWED_PORTS: '1-65535' }
  const spelled = [
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
    'meta.test',
    'meta6.test',
  ]
  const resolve = (name: string) => Promise.resolve([name === 'meta.test' ? addresses[0]! : addresses[1]!])

  test.each(spelled)('https://%s is refused even if everything else is allowed', async (host) => {
    const { checkUrl, post } = startEgress(wholeWorld, resolve)
    const begun = await connectionsDuring(async () => {
      for (const port of ports) {
        expect(await refusalOf(checkUrl(`https://${host}:${port}/latest`))).toMatchObject({ status: 400 })
        expect(await post(`https://${host}:${port}/latest`)).toEqual(refusedOutcome)
      }
    })
    expect([begun, visits]).toEqual([0, 0])
  })
})

/** Adds an address to the loopback interface; false without permission. */
function hasAddress(verb: 'add' | 'del', address: string): boolean {
  const bits = address.includes(':') ? 128 : 32
  try {
    execFileSync('ip', ['addr', verb, `${address}/${bits}`, 'dev', 'lo', 'nodad'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
