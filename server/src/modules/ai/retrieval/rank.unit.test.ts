import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerable, answerableBound, coverageOf } from './answerable.ts'
import { searchesFor } from './candidates.ts'
import { rank } from './rank.ts'
import { weightsOf, type Candidate, type Statistics } from './scoring.ts'
import { termsOf } from '../text/terms.ts'

interface Text {
  id: string
  title: string
  text: string
  vector?: number[]
}

const countsOf = (terms: string[]) => {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function search(question: string, texts: Text[], meaning = [1, 0]) {
  const frequency = countsOf(texts.flatMap(({ title, text }) => [...new Set(termsOf(`${title} ${text}`))]))
  const candidates = texts.map(({ id, title, text, vector = [0, 1] }, chunk): Candidate => {
    const terms = termsOf(text)
    const title_terms = termsOf(title)
    return {
      record_id: id,
      chunk,
      passages: 1,
      terms: countsOf(terms),
      length: terms.length,
      title_terms,
      vector: Float32Array.from(vector),
    }
  })
  const average_length = candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length
  const statistics = { documents: texts.length, passages: texts.length, average_length, frequency }
  return rank({ terms: termsOf(question), vector: Float32Array.from(meaning) }, candidates, statistics)
}

const filler = Array.from({ length: 8 }, (_, i) => ({
  id: `other ${i}`,
  title: 'The office',
  text: `Chairs and desks of room ${i} for everybody who works there`,
}))
const idsOf = (ranked: { record_id: string }[]) => ranked.map(({ record_id }) => record_id)

test('a match of a rarer word ranks higher', () => {
  const ranked = search('kerberos for everybody', [
    ...filler,
    { id: 'right', title: 'Tickets', text: 'How kerberos hands out tickets to a service' },
  ])
  expect(idsOf(ranked)[0]).toBe('right')
})

test('a match in the title ranks higher than one in the text', () => {
  const ranked = search('printer', [
    ...filler,
    { id: 'text', title: 'Devices', text: 'The printer stands on the second floor by the stairs' },
    { id: 'title', title: 'The printer', text: 'It stands on the second floor by the stairs over there' },
  ])
  expect(idsOf(ranked).slice(0, 2)).toEqual(['title', 'text'])
})

test('among texts with the same words, the one with the same meaning ranks higher', () => {
  const text = 'Reset the password of the account'
  const ranked = search('password', [
    ...filler,
    { id: 'far', title: 'Accounts', text, vector: [0, 1] },
    { id: 'near', title: 'Accounts', text, vector: [0.8, 0.6] },
  ])
  expect(idsOf(ranked).slice(0, 2)).toEqual(['near', 'far'])
})

test('a record appears once, with its best chunk', () => {
  const ranked = search('replace the toner', [
    ...filler,
    { id: 'printer', title: 'Printer', text: 'What is on the display' },
    { id: 'printer', title: 'Printer', text: 'To replace the toner, open the lid' },
  ])
  expect(ranked.filter(({ record_id }) => record_id === 'printer')).toMatchObject([
    { chunk: filler.length + 1 },
  ])
})

test('a yes/no question prefers a text that answers one', () => {
  const [yes, other] = ['Yes. The passkey works offline.', 'How the passkey works offline.']
  const ranked = search('Does the passkey work offline?', [
    ...filler,
    { id: 'other', title: 'Keys', text: other! },
    { id: 'yes', title: 'Keys', text: yes! },
  ])
  expect(idsOf(ranked).slice(0, 2)).toEqual(['yes', 'other'])
})

test('an empty query or an empty index ranks nothing', () => {
  expect(search('', [])).toEqual([])
  for (const { bm25 } of search('of the', filler)) expect(bm25).toBe(0)
})

const signal = fc.double({ min: -1, max: 1, noNaN: true })
test('scores lie between 0 and 1 in descending order, and bm25 is relative to the ideal', () => {
  const words = ['mail', 'printer', 'vpn', 'kb-1', 'password', 'Yes.', 'the']
  const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((some) => some.join(' '))
  fc.assert(
    fc.property(
      text,
      fc.array(fc.record({ title: text, text, vector: fc.tuple(signal, signal) }), { maxLength: 9 }),
      (question, texts) => {
        const ranked = search(
          question,
          texts.map((each, i) => ({ ...each, id: String(i % 5) })),
        )
        expect(new Set(idsOf(ranked)).size).toBe(ranked.length)
        for (const [i, { score, bm25 }] of ranked.entries()) {
          expect(score >= 0 && score <= (ranked[i - 1]?.score ?? 1)).toBe(true)
          expect(bm25 >= 0 && bm25 <= 1 + 1e-9).toBe(true)
        }
      },
    ),
  )
})

test('a rare term weighs more than a common one, and a term without matches still counts', () => {
  const statistics: Statistics = {
    documents: 100,
    passages: 1000,
    average_length: 10,
    frequency: new Map([
      ['common', 90],
      ['rare', 2],
    ]),
  }
  const weights = weightsOf(['common', 'rare', 'unknown'], statistics)
  expect(weights.get('common')!).toBeLessThan(weights.get('rare')!)
  expect(weights.get('rare')!).toBeLessThan(weights.get('unknown')!)
})

test('confidence grows with the number and quality of matching words and falls with the number of records', () => {
  expect(answerable([])).toBe(0)
  expect(coverageOf(1.1, 4, 1000)).toBeGreaterThan(answerableBound)
  expect(coverageOf(0.2, 4, 1000)).toBeLessThan(answerableBound)
  const count = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(signal, signal, count, count, (fit, more, words, documents) => {
      const sure = coverageOf(fit, words, documents)
      expect(sure >= 0 && sure <= 1).toBe(true)
      expect(coverageOf(Math.max(fit, more), words, documents)).toBeGreaterThanOrEqual(sure)
      expect(coverageOf(fit, words + 1, documents)).toBeGreaterThanOrEqual(sure)
      expect(coverageOf(fit, words, documents + 1)).toBeLessThanOrEqual(sure)
    }),
  )
})

test('a question about the content of the records is covered, and another is not', () => {
  const texts = [
    ...filler,
    { id: 'vpn', title: 'Reset the VPN token', text: 'Reset the token of the phone', vector: [0.9, 0.1] },
  ]
  expect(answerable(search('How do I reset the VPN token of my phone?', texts))).toBeGreaterThan(
    answerableBound,
  )
  expect(answerable(search('Which animals live in the zoo of Lisbon?', texts))).toBeLessThan(answerableBound)
})

test('candidates are found by the rarest words, and by pairs of common ones', () => {
  const frequency = new Map([
    ['kerberos', 3],
    ["o'brien", 4],
    ['mail', 400],
    ['user', 900],
  ])
  const statistics = { documents: 1000, passages: 1000, average_length: 10, frequency }
  expect(searchesFor(['mail', 'kerberos', "o'brien", 'nowhere'], statistics)[0]).toBe(
    "'kerberos' | 'o''brien'",
  )
  expect(searchesFor(['user', 'mail'], statistics)).toEqual(["('mail' & 'user')", "'mail'"])
  expect(searchesFor(['nowhere'], statistics)).toEqual([])
})

const encodedCandidate = (record_id: string, count: number, encoded?: Float32Array): Candidate => ({
  record_id,
  chunk: 0,
  passages: 1,
  terms: new Map(count > 0 ? [['vpn', count]] : []),
  length: 10,
  title_terms: [],
  vector: Float32Array.of(0, 0),
  ...(encoded && { encoded }),
})
const aboutVpn = { documents: 9, passages: 9, average_length: 10, frequency: new Map([['vpn', 2]]) }
const askedForVpn = { terms: ['vpn'], vector: Float32Array.of(0, 0), encoded: Float32Array.of(1, 0) }

test('with the encoder, meaning decides and words settle what is close', () => {
  const [same, other] = [Float32Array.of(1, 0), Float32Array.of(0.6, 0.8)]
  const candidates = [
    encodedCandidate('words', 3, other),
    encodedCandidate('meaning', 0, same),
    encodedCandidate('both', 3, same),
    encodedCandidate('not encoded yet', 1),
  ]
  const ranked = rank(askedForVpn, candidates, aboutVpn)
  expect(idsOf(ranked)).toEqual(['both', 'meaning', 'words', 'not encoded yet'])
  expect(
    ranked.every(({ score, coverage }) => score >= 0 && score <= 1 && coverage >= 0 && coverage <= 1),
  ).toBe(true)
})

test('of two records equally near, the one with fewer passages is better, because the other had more chances', () => {
  const near = Float32Array.of(0.6, 0.8)
  const long = { ...encodedCandidate('long', 1, near), passages: 40 }
  const ranked = rank(askedForVpn, [long, encodedCandidate('short', 1, near)], aboutVpn)
  expect(idsOf(ranked)).toEqual(['short', 'long'])
  expect(ranked[1]!.cosine).toBeCloseTo(0.6)
  expect(ranked[1]!.score).toBeLessThan(ranked[0]!.score)
  const nearer = { ...long, encoded: Float32Array.of(0.96, 0.28) }
  expect(idsOf(rank(askedForVpn, [encodedCandidate('short', 1, near), nearer], aboutVpn))[0]).toBe('long')
})
