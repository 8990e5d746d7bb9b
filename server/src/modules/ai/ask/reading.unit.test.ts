import { expect, test } from 'vitest'
import { readingsOf } from './reading.ts'

const passage = { record_id: 'KB1', title: 'T', heading: 'Steps', text: 'Do it.' }

test('a short article is used as a whole; a passage alone if there is nothing else', () => {
  const sections = [
    { heading: '', text: 'Intro.' },
    { heading: 'Steps', text: 'Do it.' },
  ]
  expect(readingsOf([passage], new Map([['KB1', sections]]))).toEqual([
    { ...passage, heading: '', text: 'Intro.\n\nSteps\nDo it.' },
  ])
  expect(readingsOf([passage], new Map())).toEqual([passage])
})

test('of a long article the matching passage comes first, then its beginning up to the end of a paragraph', () => {
  const sections = [
    { heading: 'A', text: Array.from({ length: 1000 }, (_, i) => `Paragraph ${i}.`).join('\n\n') },
  ]
  const [reading] = readingsOf([passage], new Map([['KB1', sections]]))
  expect(reading!.text).toMatch(/^Do it\.\n\nA\nParagraph 0\.\n\n.*\n\nParagraph \d+\.$/s)
})

test('with more articles less of each is used, within a total limit', () => {
  const sections = [{ heading: 'A', text: 'Words and more words.\n\n'.repeat(2000) }]
  for (const count of [1, 5, 20]) {
    const found = Array.from({ length: count }, (_, i) => ({ ...passage, record_id: `KB${i}` }))
    const readings = readingsOf(found, new Map(found.map(({ record_id }) => [record_id, sections])))
    const length = readings.reduce((sum, { text }) => sum + text.length, 0)
    expect(length).toBeGreaterThan(Math.min(4000, 16_000 / count) * count * 0.9)
    expect(length).toBeLessThanOrEqual(20_000)
  }
})
