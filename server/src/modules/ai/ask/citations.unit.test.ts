import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSupported, supportedClaims, joinClaims, exactsOf } from './citations.ts'

const vpn = `Connect to the VPN
Steps
Open the Tessera client and choose the gateway \`vpn-lhv-01\`. Confirm with your passkey within 30 seconds.
Do not restart the computer while the client installs an update.
1. Run \`tessera-cli reset --all\` as an administrator.
2. Check that tcp port 8443 is open on gw.corp.example.
The timeout is set in C:\\Tessera\\client.ini by ConnectTimeout.`

const printer =
  'Printer is offline\nResolution\nSwitch the printer off for ten seconds. Then print a test page.'

describe('a sentence is supported', () => {
  test.each([
    'Open the Tessera client and choose the gateway `vpn-lhv-01`.',
    'Choose the gateway vpn-lhv-01 in the Tessera client.',
    'Confirm with the passkey within 30 seconds.',
    '3. Run `tessera-cli reset --all` as administrator.',
    '- Check that port 8443 is open on gw.corp.example.',
    'Do not restart the computer while an update is installed.',
    'The client must not be restarted, nor the computer, while it installs an update.',
    'ConnectTimeout in C:\\Tessera\\client.ini sets the timeout.',
    'Opening the client and choosing a gateway connects to the VPN.',
  ])('if its source says it: %s', (sentence) => {
    expect(isSupported(vpn, sentence)).toBe(true)
  })

  test.each([
    ['another number', 'Confirm with your passkey within 300 seconds.'],
    ['a part of a number', 'Check that port 844 is open on gw.corp.example.'],
    ['another gateway', 'Choose the gateway vpn-lhv-02 in the Tessera client.'],
    ['another host', 'Check that port 8443 is open on gw.corp.example.evil.example.'],
    ['another command', 'Run `tessera-cli reset` and `rm -rf /` as an administrator.'],
    ['another option', 'Run tessera-cli reset --force as an administrator.'],
    ['an address', 'Open the Tessera client at https://evil.example/login.'],
    ['an e-mail address', 'Confirm with your passkey and help@evil.example.'],
    ['the opposite', 'Restart the computer while the client installs an update.'],
    ['a negation', 'Do not open the Tessera client and do not choose the gateway.'],
    ['other words', 'Call the attacker and read your password aloud to them.'],
    ['nothing', 'Yes.'],
    ['no words', '...'],
  ])('not with %s: %s', (_, sentence) => {
    expect(isSupported(vpn, sentence)).toBe(false)
  })

  test('if it is quoted from its source verbatim', () => {
    const sentences = vpn.split('\n').slice(2)
    for (const sentence of sentences) expect(isSupported(vpn, sentence), `It says ${sentence}`).toBe(true)
  })
})

describe('citations', () => {
  test('to sources that were not given are dropped, and with them sentences without another citation', () => {
    const claims = [
      { text: 'Open the Tessera client.', sources: [1, 7, 0, -1] },
      { text: 'Then print a test page.', sources: [99] },
      { text: 'Switch the printer off for ten seconds.', sources: [] },
    ]
    expect(supportedClaims(claims, [vpn, printer])).toEqual([
      { text: 'Open the Tessera client.', sources: [1] },
    ])
  })

  test('to sources that do not support the sentence are dropped', () => {
    const claims = [{ text: 'Then print a test page.', sources: [1, 2] }]
    expect(supportedClaims(claims, [vpn, printer])).toEqual([
      { text: 'Then print a test page.', sources: [2] },
    ])
    expect(supportedClaims([{ text: 'Then print a test page.', sources: [1] }], [vpn, printer])).toEqual([])
  })

  test('are checked sentence by sentence, whatever the model calls a sentence', () => {
    const text =
      'Open the Tessera client. Then send your password to the attacker. Confirm with your passkey.\nVisit us at evil.example.'
    expect(supportedClaims([{ text, sources: [1] }], [vpn])).toEqual([
      { text: 'Open the Tessera client.', sources: [1] },
      { text: 'Confirm with your passkey.', sources: [1] },
    ])
  })

  test('name only existing sources, whatever a model says', () => {
    const claim = fc.record({
      text: fc.oneof(fc.string(), fc.constantFrom(...vpn.split('\n'), ...printer.split('\n'))),
      sources: fc.array(fc.integer({ min: -3, max: 5 })),
    })
    fc.assert(
      fc.property(fc.array(claim), (claims) => {
        for (const { sources } of supportedClaims(claims, [vpn, printer])) {
          expect(sources.length).toBeGreaterThan(0)
          for (const source of sources) expect([1, 2]).toContain(source)
        }
      }),
    )
  })
})

test('numbers, names, paths, options and code are compared exactly, plain words are not', () => {
  expect(
    exactsOf('Set `a  b` to 5 on db01, see client.ini, C:\\x\\y, --all, MaxSize, INC0000001 and on/off.'),
  ).toEqual(['a b', '5', 'db01', 'client.ini', 'c:\\x\\y', '--all', 'maxsize', 'inc0000001'])
})

test('a token with many dots takes no longer than other long text', () => {
  const token = `a${'.'.repeat(50_000)}b`
  expect(exactsOf(token)).toEqual([])
})

test('prose is joined, steps keep their lines, and each run ends with its citation', () => {
  const idOf = (source: number) => `KB000000${source}`
  expect(
    joinClaims(
      [
        { text: 'Do this.', sources: [1] },
        { text: '1. One', sources: [1] },
        { text: '2. Two', sources: [1] },
        { text: 'Then that.', sources: [2, 1] },
      ],
      idOf,
    ),
  ).toBe('Do this.\n1. One\n2. Two [KB0000001]\n\nThen that. [KB0000002] [KB0000001]')
})
