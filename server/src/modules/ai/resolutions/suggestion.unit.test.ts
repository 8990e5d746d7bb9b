import { describe, expect, test } from 'vitest'
import type { SimilarCase } from '../exemplars/model.ts'
import { cut, quote } from '../text/quote.ts'
import { suggestionFrom } from './model.ts'

const home = 'https://desk.example.com'
const found = (id: string, similarity: number, resolution: string) =>
  ({ id, similarity, resolution }) as SimilarCase
const suggest = (cases: SimilarCase[], articles: ReturnType<typeof article>[] = []) =>
  suggestionFrom(cases, articles, home)
const article = (score: number, coverage = 1) => ({
  id: 'KB0000003',
  title: 'Renew a token',
  score,
  coverage,
})

describe('a suggestion', () => {
  test('is the resolution of the most similar incident', () => {
    expect(suggest([found('INC0000012', 0.82, ' Restarted.\n'), found('INC0000011', 0.7, 'Other')])).toEqual({
      text: 'INC0000012 (similar, 82 %): Restarted.',
      source_ids: ['INC0000012'],
    })
  })

  test('skips an incident without a resolution note', () => {
    const { source_ids } = suggest([found('INC0000012', 0.9, ''), found('INC0000011', 0.7, 'Other')])
    expect(source_ids).toEqual(['INC0000011'])
  })

  test('names a better matching article first', () => {
    expect(suggest([found('INC0000012', 0.7, 'Restarted.')], [article(0.9)])).toEqual({
      text: 'KB0000003: Renew a token\nINC0000012 (similar, 70 %): Restarted.',
      source_ids: ['KB0000003', 'INC0000012'],
    })
    expect(suggest([found('INC0000012', 0.9, 'Restarted.')], [article(0.8)]).source_ids).toEqual([
      'INC0000012',
    ])
    expect(suggest([], [article(0.8)])).toEqual({
      text: 'KB0000003: Renew a token',
      source_ids: ['KB0000003'],
    })
  })

  test('is empty if nothing is similar enough', () => {
    expect(suggest([found('INC0000012', 0.5, 'Restarted.')], [article(0.5)])).toEqual({
      text: '',
      source_ids: [],
    })
    expect(suggest([])).toEqual({ text: '', source_ids: [] })
  })

  test('names no article that is about something else, however much worse the others fit', () => {
    expect(suggest([], [article(0.9, 0.1)])).toEqual({ text: '', source_ids: [] })
  })

  test('is short, whatever the source', () => {
    const { text } = suggest([found('INC0000012', 0.9, '<a'.repeat(50_000))])
    expect(text.length).toBeLessThan(700)
  })
})

test('a quotation is verbatim except for links to other hosts', () => {
  expect(quote('Use `a <b> c` on\n\n1. one', home, 100)).toContain('1. one')
  expect(quote('![x](https://evil.example/x) [y](https://evil.example/y)', home, 100)).not.toMatch(/evil/)
})

test.for([
  ['See https://evil.example/x?y=1.', 'See `https://evil.example/x?y=1`.'],
  ['(www.evil.example/a), ftp://evil.example', '(`www.evil.example/a`), `ftp://evil.example`'],
  ['as //evil.example/x', 'as `//evil.example/x`'],
  ['`https://evil.example` stays', '`https://evil.example` stays'],
  ['```\ncurl https://evil.example\n```', '```\ncurl https://evil.example\n```'],
  [`See ${home}/incidents/INC0000001`, `See ${home}/incidents/INC0000001`],
  ['a/b//c and 1.2.3.4', 'a/b//c and 1.2.3.4'],
  ['a ` b https://evil.example c', "a ' b `https://evil.example` c"],
  ['`a\nb https://evil.example`', "'a\nb `https://evil.example`'"],
] as const)('an external URL becomes text, not a link: %s', ([written, quoted]) => {
  expect(quote(written, home, 200)).toBe(quoted)
})

test('a truncated URL is text too', () => {
  const text = `${'x'.repeat(80)} https://evil.example/a/long/way`
  expect(quote(text, home, 100)).toMatch(/^x{80} `https:\/\/evil\.ex.*…`$/)
})

test('truncation is visible and never splits a character', () => {
  expect(cut('four', 4)).toBe('four')
  expect(cut('fours', 4)).toBe('fou…')
  expect(cut('🚒🚒🚒', 3)).toBe('🚒🚒🚒')
  expect(cut('🚒🚒🚒🚒', 3)).toBe('🚒🚒…')
})
