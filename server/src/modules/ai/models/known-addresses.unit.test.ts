import { describe, expect, test } from 'vitest'
import { withKnownAddresses } from './known-addresses.ts'
import { Relay } from './relay.ts'

const known = {
  base_url: 'https://desk.example',
  seen: ['The portal is https://vpn.example/login, see www.vendor.example and ftp://files.example/a.'],
}

describe('URLs in the output of a model', () => {
  test.each([
    ['See https://evil.example/?q=secret now.', 'See (address removed) now.'],
    ['See HTTPS://EVIL.example.', 'See (address removed).'],
    ['www.evil.example', '(address removed)'],
    ['//evil.example/x', '(address removed)'],
    ['![x](https://evil.example/p.png?d=1)', 'x'],
    ['[click](https://evil.example)', 'click'],
    ['[click](//evil.example)', 'click'],
    ['[click](javascript:alert(1))', 'click)'],
    ['[a [b]](https://evil.example)', '[a [b]]'],
    ['[a\nb](javascript:x)', '[a\nb]'],
    ['![a\nb](https://evil.example)', '[a\nb]'],
    ['> [x]: https://evil.example', '> [x] : (address removed)'],
    ['[x]:\nhttps://evil.example', ''],
    ['<https://evil.example>', '(address removed)'],
    ['<img src=https://evil.example/p.png>', ''],
    ['`curl https://evil.example`', '`curl (address removed)`'],
    ['The portal is https://vpn.example/login.', 'The portal is `https://vpn.example/login`.'],
    ['Run `curl ftp://files.example/a`.', 'Run `curl ftp://files.example/a`.'],
    ['```\nwget ftp://files.example/a\n```', '```\nwget ftp://files.example/a\n```'],
    ['https://vpn.example/login?d=secret', '(address removed)'],
    ['https://desk.example/incidents/INC0000001', 'https://desk.example/incidents/INC0000001'],
    ['[INC0000001](https://desk.example/i)', '[INC0000001](https://desk.example/i)'],
    ['https://desk.example.evil.example/', '(address removed)'],
    ['https://desk.example@evil.example/', '(address removed)'],
    ['Ratio 1//2 and a // b and C://x', 'Ratio 1//2 and a // b and (address removed)'],
  ])('%j is shown as %j', (written, shown) => {
    expect(withKnownAddresses(written, known)).toBe(shown)
  })

  test.each([
    ['one word with dots', 'a.'.repeat(100_000), 'a.'.repeat(100_000)],
    ['an address with many marks', `www.${'!'.repeat(100_000)}a`, '(address removed)'],
  ])('%s takes no longer than other long text', (_, written, shown) => {
    expect(withKnownAddresses(written, known)).toBe(shown)
  })
})

describe('streamed text', () => {
  const tell = (deltas: string[], check = () => {}) => {
    const told: string[] = []
    const relay = new Relay(known, check, (delta) => told.push(delta))
    for (const delta of deltas) relay.add(delta)
    return { told, text: relay.finish() }
  }
  const letters = (text: string) => Array.from(text)
  const long = 'All of this is fine. '.repeat(20)

  test('arrives before the end, and adds up to the whole text', () => {
    const { told, text } = tell(letters(long))
    expect(told.length).toBeGreaterThan(10)
    expect(told.join('').trim()).toBe(text)
    expect(text).toBe(long.trim())
  })

  test.each([
    'https://evil.example/?q=secret',
    '[click here now](https://evil.example)',
    '![an image](https://evil.example/p.png)',
    '<img src="https://evil.example/p.png">',
  ])('never contains %s, wherever it is split', (written) => {
    for (const size of [1, 2, 7, 1000]) {
      const whole = `${long}${written} and then. ${long}\n${long}`
      const deltas = whole.match(new RegExp(`[^]{1,${size}}`, 'g'))!
      const { told, text } = tell(deltas)
      expect(told.join('')).not.toContain('evil')
      expect(text).not.toContain('evil')
    }
  })

  test('stops before a secret', () => {
    const told: string[] = []
    const check = (text: string) => {
      if (text.includes('canary')) throw new Error('told')
    }
    const relay = new Relay(known, check, (delta) => told.push(delta))
    expect(() => letters(`${long}canary`).forEach((letter) => relay.add(letter))).toThrow('told')
    expect(told.join('')).not.toMatch(/c\s*a\s*n/)
  })
})
