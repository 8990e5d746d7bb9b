import { describe, expect, test } from 'vitest'
import { RefusedAddressError } from './failures.ts'
import { hostOf, parseTarget } from './target.ts'

const usual = [
  { from: 443, to: 443 },
  { from: 1024, to: 65_535 },
]
const all = [{ from: 1, to: 65_535 }]

function refusalOf(text: string, ports = usual): RefusedAddressError {
  try {
    parseTarget(text, ports)
  } catch (error) {
    if (error instanceof RefusedAddressError) return error
    throw error
  }
  throw new Error(`${text} was accepted`)
}

const accepted: [text: string, href: string, host: string][] = [
  ['https://hooks.example/a/b?c=d&e=%20', 'https://hooks.example/a/b?c=d&e=%20', 'hooks.example'],
  ['HTTPS://Hooks.Example', 'https://hooks.example/', 'hooks.example'],
  ['https://hooks.example:443/', 'https://hooks.example/', 'hooks.example'],
  ['https://hooks.example:8443/x', 'https://hooks.example:8443/x', 'hooks.example'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC', 'xn--bcher-kva.example'],
  ['https://hooks.example/a@b?user@host', 'https://hooks.example/a@b?user@host', 'hooks.example'],
  ['https://hooks.example/a/../b', 'https://hooks.example/b', 'hooks.example'],
  ['https://under_score.example/', 'https://under_score.example/', 'under_score.example'],
  ['https://1.1.1.1/', 'https://1.1.1.1/', '1.1.1.1'],
  ['https://[2606:4700:4700:0::1111]/', 'https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
]
test.each(accepted)('%s is a valid target', (text, href, host) => {
  const url = parseTarget(text, usual)
  expect([url.href, hostOf(url)]).toEqual([href, host])
})

const refused: Record<string, string[]> = {
  scheme: [
    'http://hooks.example/',
    'file:///etc/passwd',
    'gopher://hooks.example/',
    'ftp://hooks.example',
    'ws://a',

    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'data:text/plain,x',
    'javascript:1',

    'hooks.example',
    '//hooks.example',
    '/hook',
    '',
    'https',
    'https:',
    'https:hooks.example',
    'https:/hooks.example',

    'https://',
    'https:///127.0.0.1',
    'https:////127.0.0.1',
    'https://?x',
    'https://#x',
    'xhttps://hooks.example',
    'blob:https://hooks.example/1',
  ],
  userinfo: [
    'https://good@127.0.0.1',
    'https://good.example:443@127.0.0.1/',
    'https://user:pass@hooks.example/',
    'https://@hooks.example',
    'https://:@hooks.example',
    'https://good.example%40@127.0.0.1',
  ],
  fragment: ['https://good.example#@127.0.0.1/', 'https://hooks.example/#', 'https://hooks.example/a#b'],
  format: [
    'https://hooks.example/a b',
    ' https://hooks.example',
    'https://hooks.example ',
    'https://hooks.example/\n',

    'https://hooks.example/\tx',
    'ht\ntps://hooks.example',
    'https://127.0.\t0.1',
    'https://hooks.example/\r\nHost: x',

    'https:/\\127.0.0.1',
    'https:\\\\127.0.0.1',
    'https://good.example\\@127.0.0.1',
    'https://a\0b.example',

    'https://hooks\u200b.example',
    'https://hooks\u00ad.example',
    'https://hooks.example/\u2028',
    'https://hooks\u3000.example',

    'https://hooks.example/\u202e',
    'https://hooks.example/\ud800',
    'https://hooks.example/\u0085',
    '\ufeffhttps://a.example',

    'https://hooks.example.',
    'https://localhost./',
    'https://hooks.example.:8443/',
    'https://hooks.example。/',
    'https://%00',
    'https://a%0d%0ab',
    'https://[::1',
    'https://[fe80::1%25lo]/',
    'https://[127.0.0.1]/',

    'https://1.2.3.256',
    'https://0x100000000',
    'https://hooks.example:99999',
    'https://hooks.example:x',
    'https://a<b',
    'https://xn--a',
    'https://hooks.example:-1',
    'https://a|b',
    'https://[v1.a]/',
  ],
  port: [0, 1, 22, 23, 25, 53, 80, 110, 143, 389, 444, 465, 587, 636, 993, 995, 1023]
    .concat(1433, 1521, 2049, 3306, 3389, 5060, 5432, 6000, 6379, 6667, 9042, 9092, 10_080, 11_211, 27_017)
    .map((port) => `https://hooks.example:${port}/`),
  max_length: [`https://hooks.example/${'a'.repeat(1979)}`],
}
const refusals = Object.entries(refused).flatMap(([code, texts]) =>
  texts.map((text) => [text, code] as const),
)
test.each(refusals)('%j is refused because of its %s', (text, code) => {
  expect(refusalOf(text)).toMatchObject({ reason: 'address_refused', code })
})

test('the longest URL has 2,000 characters', () => {
  expect(parseTarget(`https://hooks.example/${'a'.repeat(1978)}`, usual).href).toHaveLength(2000)
})

describe('ports', () => {
  test('are those of the configuration', () => {
    expect(parseTarget('https://hooks.example:80/', all).port).toBe('80')
    expect(refusalOf('https://hooks.example/', [{ from: 8443, to: 8443 }]).code).toBe('port')
    expect(parseTarget('https://hooks.example:8443/', [{ from: 8443, to: 8443 }]).port).toBe('8443')
  })

  test.each([22, 25, 3306, 5432, 6379, 11_211])(
    'never include %i, which is used by another protocol',
    (port) => {
      expect(refusalOf(`https://hooks.example:${port}/`, all).code).toBe('port')
    },
  )
})
