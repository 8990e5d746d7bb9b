import { describe, expect, test } from 'vitest'
import { isMisspeltAs, isOneEditApart } from '../../../kernel/distance.ts'
import { jaccard, shareOf } from './overlap.ts'
import { formsOf, singularOf, stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { withStraightApostrophes, withoutAccents, wordsIn } from './words.ts'

describe('words', () => {
  test('are runs of letters and digits in lower case', () => {
    expect(wordsIn('E-Mail: Größe 0x80, 状态!')).toEqual(['e', 'mail', 'größe', '0x80', '状态'])
    expect(wordsIn(' -- ')).toEqual([])
  })

  test('can be read with the punctuation that ends a clause, up to a limit', () => {
    expect(wordsIn('No outage, but slow.', { punctuation: true })).toEqual([
      'no',
      'outage',
      ',',
      'but',
      'slow',
      '.',
    ])
    expect(wordsIn('a b c d', { limit: 2 })).toEqual(['a', 'b'])
  })

  test('lose their accents and get straight apostrophes', () => {
    expect(withoutAccents('Café', 'NFD')).toBe('Cafe')
    expect(withoutAccents('ﬁle²', 'NFKD')).toBe('file2')
    expect(withoutAccents('ﬁle²', 'NFD')).toBe('ﬁle²')
    expect(withStraightApostrophes('can’t')).toBe("can't")
  })
})

describe('stems', () => {
  test.for([
    ['updates', 'updat'],
    ['updating', 'updat'],
    ['stopped', 'stop'],
    ['retried', 'retry'],
    ['status', 'status'],
    ['dns', 'dns'],
    ['db01', 'db01'],
  ] as const)('%s is %s', ([word, stem]) => {
    expect(stemOf(word)).toBe(stem)
  })

  test('are shared by more words with the strong stemmer', () => {
    expect(stemOf('configuration')).not.toBe(stemOf('configure'))
    expect(stemOf('configurations', { strong: true })).toBe(stemOf('configure', { strong: true }))
    expect(stemOf('quickly', { strong: true })).toBe('quick')
  })

  test.for([
    ['printers', 'printer'],
    ['policies', 'policy'],
    ['patches', 'patch'],
    ['access', 'access'],
    ['bus', 'bus'],
  ] as const)('the singular of %s is %s', ([word, singular]) => {
    expect(singularOf(word)).toBe(singular)
  })

  test('singular and plural are forms of each other', () => {
    expect(formsOf('policy')).toContain('policies')
    expect(formsOf('policies')).toContain('policy')
    expect(formsOf('switches')).toContain('switch')
  })
})

describe('distance', () => {
  test.for([
    ['abcd', 'abcd', false],
    ['abcd', 'abd', true],
    ['abcd', 'abccd', true],
    ['abcd', 'acbd', true],
    ['abcd', 'abxd', true],
    ['abcd', 'ab', false],
    ['abdc', 'abcde', false],
  ] as const)('%s and %s are one edit apart: %s', ([a, b, expected]) => {
    expect(isOneEditApart(a, b)).toBe(expected)
  })

  test('one typo is tolerated, but not in the first letter or in a short word', () => {
    for (const typed of ['incidnet', 'inciden', 'incidentt', 'incidant'])
      expect(isMisspeltAs(typed, 'incident')).toBe(true)
    for (const typed of ['ancident', 'incdnt', 'accident', 'incident-x'])
      expect(isMisspeltAs(typed, 'incident')).toBe(false)
    expect(isMisspeltAs('opne', 'open')).toBe(false)
  })
})

test('overlap is the share of the words, or of the union', () => {
  const [one, other] = [new Set(['vpn', 'drops']), new Set(['vpn', 'client'])]
  expect(shareOf(one, other)).toBe(0.5)
  expect(jaccard(one, other)).toBeCloseTo(1 / 3)
  expect(shareOf(new Set(), other)).toBe(0)
  expect(jaccard(new Set(), new Set())).toBe(0)
})

test('every stop word list includes the short one of search', () => {
  for (const word of stopWords.search) {
    expect(stopWords.tickets).toContain(word)
    expect(stopWords.claims).toContain(word)
  }
})
