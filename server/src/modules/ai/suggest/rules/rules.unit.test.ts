import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cuesOf, levelsFrom } from './cues.ts'
import { readKeywords, explainKeywords } from './keywords.ts'
import { priorities } from '../../../../kernel/priorities.ts'
import { prioritiesFor, type Priorities } from './matrix.ts'
import { judgePriority } from './priority.ts'

const surely = (level: 'high' | 'medium' | 'low') => ({ high: 0, medium: 0, low: 0, [level]: 1 })
const best = (shares: Priorities) => priorities.toSorted((a, b) => shares[b] - shares[a])[0]
const sumOf = (shares: Priorities) => priorities.reduce((sum, p) => sum + shares[p], 0)

test.each([
  ['high', 'high', 'P1'],
  ['high', 'medium', 'P2'],
  ['medium', 'high', 'P2'],
  ['high', 'low', 'P3'],
  ['medium', 'medium', 'P3'],
  ['low', 'high', 'P3'],
  ['medium', 'low', 'P4'],
  ['low', 'medium', 'P4'],
  ['low', 'low', 'P4'],
] as const)('impact %s and urgency %s is %s', (impact, urgency, priority) => {
  expect(prioritiesFor(surely(impact), surely(urgency))[priority]).toBe(1)
})

describe('without history the cue words decide', () => {
  test.each([
    ['Complete outage: all users cannot log in', 'P1'],
    ['The ERP is down in production, nobody can work', 'P1'],
    ['Ransomware found, customers can’t order', 'P1'],
    ['The CEO cannot open a file', 'P2'],
    ['Payroll run has its deadline at noon and our department is blocked', 'P2'],
    ['Several users report a slow network', 'P3'],
    ['Something is odd', 'P3'],
    ['My mouse is broken, no rush', 'P4'],
    ['Question: how do I change my picture', 'P4'],
    ['There is no outage, only me', 'P4'],
    ['This is no general outage and not urgent, my laptop needs an update', 'P4'],
  ])('%j is %s', (text, priority) => {
    expect(best(judgePriority(text, undefined).shares)).toBe(priority)
  })
})

describe('cues', () => {
  const told = (text: string) =>
    cuesOf(text).map(({ phrase, is_denied }) => `${is_denied ? '-' : '+'}${phrase}`)

  test.each([
    ['no outage', ['-outage']],
    ['there is no general outage', ['-outage']],
    ['It is no printer. Outage!', ['+outage']],
    ['no workaround', ['+no workaround']],
    ['there is a workaround', ['+workaround']],
    ['not urgent', ['+not urgent']],
    ['URGENT urgent urgent', ['+urgent']],
    ['only me, nobody else', ['+only me', '+nobody else']],
    ['we can’t work', ['+can t work']],
    ['productions', []],
    ['', []],
  ])('of %j are %j', (text, expected) => {
    expect(told(text)).toEqual(expected)
  })

  test('a negated cue word counts against its priority', () => {
    const high = (text: string) => levelsFrom(cuesOf(text), 'impact').high
    expect(high('an outage')).toBeGreaterThan(high('a thing'))
    expect(high('no outage')).toBeLessThan(high('a thing'))
  })
})

describe('history and cue words together', () => {
  const past = (skill: number) => ({ shares: { P1: 0, P2: 0.1, P3: 0.8, P4: 0.1 }, skill })

  test('if the text has no cue words, history decides', () => {
    expect(judgePriority('something is odd', past(0)).shares).toEqual(past(0).shares)
  })

  test('an uninformative history does not outweigh clear words, an accurate one does', () => {
    const text = 'Outage for all users in production'
    expect(best(judgePriority(text, past(0)).shares)).toBe('P1')
    expect(best(judgePriority(text, past(0.4)).shares)).toBe('P3')
  })

  test('the reasoning names the cue words and the history', () => {
    expect(judgePriority('No outage, but urgent', past(0.3)).reasoning).toMatch(
      /not "outage", "urgent".*impact \w+ and urgency high.*mostly P3/,
    )
    expect(judgePriority('odd', undefined).reasoning).toMatch(
      /does not say.* Assumed: impact \w+ and urgency \w+\. There is no history of/,
    )
  })

  test('the shares of all priorities add up to one for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, skill) => {
          expect(sumOf(judgePriority(text, undefined).shares)).toBeCloseTo(1)
          expect(sumOf(judgePriority(text, past(skill)).shares)).toBeCloseTo(1)
        },
      ),
    )
  })
})

describe('the built-in list', () => {
  test('contains words of several categories, which share the confidence', () => {
    const { category, words } = readKeywords('Password for the VPN and the network switch')
    expect(category.map(({ value }) => value)).toEqual(['network', 'identity'])
    expect(category.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(0.4)
    expect(explainKeywords(words)).toMatch(/no history.*"vpn"/)
  })

  test('takes the subcategory from the most likely or given category', () => {
    const text = 'vpn tunnel drops, printer fine'
    expect(readKeywords(text).subcategory[0]!.value).toBe('vpn')
    expect(readKeywords(text, 'printing').subcategory[0]!.value).toBe('printer')
  })

  test('recommends a review for a text without known words, with low confidence', () => {
    expect(readKeywords('qqqq zzzz')).toMatchObject({
      category: [{ value: 'other', confidence: 0.1 }],
      subcategory: [{ value: 'general', confidence: 0.1 }],
      assignment_group: [{ value: 'Service Desk', confidence: 0.1 }],
      words: [],
    })
  })
})
