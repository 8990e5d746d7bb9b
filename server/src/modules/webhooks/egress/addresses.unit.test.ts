import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressRule } from './addresses.ts'

const closed = addressRule([])
const open = addressRule(['0.0.0.0/0', '::/0'])

const publicAddresses = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
]
const publicAddresses6 = ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888']
test.each([...publicAddresses, ...publicAddresses6])('%s is public', (address) => {
  expect(closed(address)).toBe(true)
})

const reserved: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  'protocol assignments': ['192.0.0.1', '192.88.99.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'future use and broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  'unique local': ['fc00::1', 'fd12:3456::1'],
  'site local': ['fec0::1'],
  discard: ['100::1'],
  'segment routing': ['5f00::1'],
  'not handed out': ['4000::1', '8000::1', 'e000::1', '1::1'],
}
const ranges = Object.entries(reserved).flatMap(([range, all]) =>
  all.map((address) => [address, range] as const),
)
test.each(ranges)('%s is not public: %s', (address) => {
  expect(closed(address)).toBe(false)
})

test.each(ranges)('%s can be allowed by the operator', (address) => {
  expect(open(address)).toBe(true)
})

test('an allowed range ends at its last address', () => {
  const rule = addressRule(['10.1.0.0/16', 'fd00:1::/32', '127.0.0.2/32'])
  for (const address of ['10.1.0.0', '10.1.255.255', 'fd00:1::9', '127.0.0.2', '::ffff:10.1.2.3', '1.1.1.1'])
    expect([address, rule(address)]).toEqual([address, true])
  for (const address of [
    '10.0.255.255',
    '10.2.0.0',
    'fd00:2::9',
    '127.0.0.1',
    '::ffff:10.2.0.0',
    '192.168.0.1',
  ])
    expect([address, rule(address)]).toEqual([address, false])
})

const credentials = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '169.254.0.1',
  '169.254.255.255',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
  'fe80::1%lo',
]
test.each(credentials)('%s is refused even if the operator allows it: metadata', (address) => {
  expect(closed(address)).toBe(false)
  expect(open(address)).toBe(false)
  expect(addressRule([address.includes(':') ? 'fc00::/7' : '169.254.169.254/32'])(address)).toBe(false)
})

describe('an IPv4 address inside an IPv6 one', () => {
  const wrapped = [
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::a00:1',
    '64:ff9b:1::7f00:1',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2002:808:808::',
    '2001::7f00:1',
    '2001:0:808:808::1',
    '::7f00:1',
    '::a9fe:a9fe',
    '::ffff:0:7f00:1',
    '::ffff:0:169.254.169.254',
  ]
  test.each(wrapped)('%s is refused even if the operator allows it', (address) => {
    expect(closed(address)).toBe(false)
    expect(open(address)).toBe(false)
  })

  test('counts as itself if the operating system treats it so', () => {
    for (const address of ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1'])
      expect([closed(address), open(address)]).toEqual([false, true])
    expect(closed('::ffff:1.1.1.1')).toBe(true)
  })

  test('is reached through NAT64 if it is public', () => {
    expect(closed('64:ff9b::808:808')).toBe(true)
    expect(addressRule([], () => ['8.8.8.8'])('64:ff9b::808:808')).toBe(false)
  })
})

test('the addresses of this machine are refused', () => {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  expect(own).not.toEqual([])
  for (const address of own) expect([address, closed(address)]).toEqual([address, false])
})

test('so are its public ones, in every spelling, unless the operator allows them', () => {
  const own = () => ['8.8.4.4', '2606:4700:4700:0000:0000:0000:0000:1111']
  const spellings = ['8.8.4.4', '::ffff:8.8.4.4', '2606:4700:4700::1111', '2606:4700:4700:0:0:0:0:1111']
  for (const address of spellings) {
    expect([address, addressRule([], own)(address)]).toEqual([address, false])
    expect([address, addressRule(['8.8.4.4/32', '2606:4700::/32'], own)(address)]).toEqual([address, true])
  }
  expect(addressRule([], own)('8.8.8.8')).toBe(true)
})

test.each(['', 'localhost', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '1.1.1.1 ', '[::1]', '1.1.1'])(
  'text that is not an address (%s) is refused',
  (text) => {
    expect(closed(text)).toBe(false)
    expect(open(text)).toBe(false)
  },
)

test('no private address is allowed, however it is embedded', () => {
  const privateNumber = fc.oneof(
    ...[
      [0x0a000000, 0x0affffff],
      [0x7f000000, 0x7fffffff],
      [0xa9fe0000, 0xa9feffff],
      [0xac100000, 0xac1fffff],
      [0xc0a80000, 0xc0a8ffff],
      [0x64400000, 0x647fffff],
      [0xe0000000, 0xffffffff],
    ].map(([min, max]) => fc.integer({ min: min!, max: max! })),
  )
  fc.assert(
    fc.property(privateNumber, (number) => {
      const hex = number.toString(16).padStart(8, '0')
      const [high, low] = [hex.slice(0, 4), hex.slice(4)]
      const plain = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
      const forms = [
        plain,
        `::ffff:${plain}`,
        `::${plain}`,
        `64:ff9b::${high}:${low}`,
        `2002:${high}:${low}::1`,
      ]
      assert.deepEqual(
        forms.filter((form) => closed(form)),
        [],
      )
    }),
    { numRuns: 500 },
  )
})
