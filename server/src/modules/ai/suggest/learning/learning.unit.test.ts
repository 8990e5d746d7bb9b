import { deserialize } from 'node:v8'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-text.ts'
import { logistic, softmax } from '../../math/probability.ts'
import { accuracyOf, calibrationError, calibrationFor, probabilitiesOf } from './calibration.ts'
import { classify, learn, decisiveWords } from './classifier.ts'
import { Corpus, documentOf, type LabelledRows } from './document.ts'
import { isEmpty, viewOf, views, visitGrams, wordsOf } from './grams.ts'
import { labelsOf } from './labels.ts'
import { fit, shuffled } from './regression.ts'
import { Training } from './training.ts'
import { pack, unpack } from '../serialize.ts'
import { encode, encodeAll, learnVocabulary } from './vocabulary.ts'

const shares = { phrases: 1, stems: 0.3, opening: 0.4, pieces: 0.5, meaning: 0 }

const gramsIn = (text: string, view: number): Set<number> => {
  const found = new Set<number>()
  visitGrams(wordsOf(text), (hash) => viewOf(hash) === view && found.add(hash))
  return found
}
const corpusOf = (...texts: string[]) => {
  const corpus = new Corpus()
  for (const text of texts) corpus.add(documentOf(text))
  return corpus
}
/** Rows with even numbers are of class a, the others of class b. */
const alternating = (corpus: Corpus): LabelledRows => {
  const rows = Int32Array.from({ length: corpus.size }, (_, i) => i)
  return { corpus, rows, labels: rows.map((row) => row % 2), classes: ['a', 'b'] }
}

describe('grams', () => {
  test('words are runs of letters and digits in lower case, up to a limit', () => {
    expect(wordsOf('E-Mail: Größe 0x80, 状态!')).toEqual(['e', 'mail', 'größe', '0x80', '状态'])
    expect(wordsOf('  🦩 -- ')).toEqual([])
    expect(wordsOf('a '.repeat(9000))).toHaveLength(2000)
  })

  test('nearby words form pairs in any order, distant ones do not', () => {
    const shared = (a: string, b: string) =>
      [...gramsIn(a, views.phrases)].filter((hash) => gramsIn(b, views.phrases).has(hash)).length
    expect(shared('printer jams', 'jams printer')).toBe(3)
    expect(shared('printer often jams', 'jams printer')).toBe(3)
    expect(shared('printer on floor jams', 'jams printer')).toBe(2)
  })

  test('a misspelt or compound word shares subwords with the correct one', () => {
    const pieces = gramsIn('password', views.pieces)
    expect([...gramsIn('passwort', views.pieces)].filter((hash) => pieces.has(hash)).length).toBe(5)
  })

  test('stop words are marked, also in a pair', () => {
    const marks = (text: string) => [...gramsIn(text, views.phrases)].map(isEmpty)
    expect(marks('printer jams')).toEqual([false, false, false])
    expect(marks('the printer')).toEqual([true, true, false])
  })

  test('any text is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const { hashes, counts } = documentOf(text)
        expect(counts).toHaveLength(hashes.length)
      }),
    )
  })
})

describe('a vocabulary', () => {
  const texts = Array.from({ length: 70 }, (_, i) => `printer number${i} jams`)
  const corpus = corpusOf(...texts)

  test('contains grams of at least two documents', () => {
    const { hashes } = learnVocabulary(alternating(corpus), 1e6, () => true)
    const known = new Set(hashes)
    for (const hash of gramsIn('printer', views.stems)) expect(known).toContain(hash)
    for (const hash of gramsIn('number7', views.stems)) expect(known).not.toContain(hash)
    expect([...hashes]).toEqual([...hashes].toSorted((a, b) => a - b))
  })

  test('a gram counts more the more it tells about the class, and less if it may be chance', () => {
    const told = corpusOf(
      ...Array.from({ length: 70 }, (_, i) => `help ${i % 2 ? 'vpn' : 'toner'} ${i % 16 ? '' : 'ink'}`),
    )
    const { hashes, rarity } = learnVocabulary(alternating(told), 1e6, () => true)
    const weightOf = (word: string) => rarity[hashes.indexOf([...gramsIn(word, views.stems)][0]!)]!
    expect(weightOf('help')).toBeCloseTo(Math.sqrt(0.02))
    expect(weightOf('ink')).toBeGreaterThan(2 * weightOf('help'))
    expect(weightOf('toner')).toBeGreaterThan(1.1 * weightOf('ink'))
    expect(weightOf('vpn')).toBeCloseTo(weightOf('toner'))
  })

  test('a class without rows does not matter', () => {
    const labelled = { ...alternating(corpus), classes: ['a', 'b', 'c'] }
    expect(learnVocabulary(labelled, 1e6, () => true)).toEqual(
      learnVocabulary(alternating(corpus), 1e6, () => true),
    )
  })

  test('keeps the more frequent grams if there is no room for all', () => {
    const all = learnVocabulary(alternating(corpus), 1e6, () => true).hashes.length
    const few = learnVocabulary(alternating(corpus), all - 1, () => true).hashes.length
    expect(few).toBeLessThan(all)
  })

  test('normalises each view of a text', () => {
    const vocabulary = learnVocabulary(alternating(corpus), 1e6, () => true)
    const squares = [0, 0, 0, 0]
    encode(documentOf('printer jams jams'), vocabulary, shares, (_, value, hash) => {
      squares[viewOf(hash)]! += value * value
    })
    expect(squares.map((sum) => Math.round(100 * Math.sqrt(sum)) / 100)).toEqual([1, 0.3, 0.4, 0.5])
  })
})

test('a stored model has the same shares when it is read again, and earlier releases can read it', async () => {
  const category = learn(alternating(corpusOf('vpn drops', 'toner empty', 'vpn slow', 'toner low')))
  const content = pack({ category, subcategory: new Map([['vpn', category]]) })
  expect(deserialize(gunzipSync(content))).toMatchObject({ category: { shares: [1, 0.3, 0.4, 0.5, 0] } })
  expect(await unpack(content)).toEqual({ category, subcategory: new Map([['vpn', category]]) })
})

test('regression learns separable classes deterministically', () => {
  const texts = Array.from({ length: 60 }, (_, i) =>
    i % 2 ? `vpn drops in room ${i}` : `toner empty in room ${i}`,
  )
  const corpus = corpusOf(...texts)
  const labelled = alternating(corpus)
  const { rows, labels } = labelled
  const vocabulary = learnVocabulary(labelled, 1e6, () => true)
  const matrix = encodeAll(corpus, rows, vocabulary, shares, 0)
  const { weights, bias } = fit(matrix, labels, 2, 20)
  for (const row of rows) {
    const scores = Float64Array.from(bias)
    for (let i = matrix.starts[row]!; i < matrix.starts[row + 1]!; i++)
      for (const c of [0, 1]) scores[c]! += matrix.values[i]! * weights[matrix.columns[i]! * 2 + c]!
    softmax(scores)
    expect(scores[labels[row]!]).toBeGreaterThan(0.9)
  }
  expect(fit(matrix, labels, 2, 20).weights).toEqual(weights)
})

test('shuffling keeps all elements', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(50), (length, seed) => {
      expect([...shuffled(length, seed)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length }, (_, i) => i),
      )
    }),
  )
})

describe('calibration', () => {
  test('accurate confidence has no error, constant overconfidence has the full error', () => {
    const honest = Array.from({ length: 100 }, (_, i) => ({ confidence: 0.75, is_right: i % 4 > 0 }))
    expect(calibrationError(honest)).toBeCloseTo(0)
    expect(accuracyOf(honest)).toBe(0.75)
    expect(calibrationError([{ confidence: 1, is_right: false }])).toBe(1)
  })

  test('overconfident scores are softened, and too few rows change nothing', () => {
    const scores = Array.from({ length: 300 }, () => Float64Array.of(4, 0))
    const labels = scores.map((_, i) => (i % 4 ? 0 : 1))
    // Correct three times out of four: a share of 0.75 is a difference of ln 3.
    const calibration = calibrationFor({ scores, labels })!
    expect(probabilitiesOf(scores[0]!, calibration)[0]).toBeCloseTo(0.75, 1)
    expect(calibrationFor({ scores: scores.slice(0, 199), labels: labels.slice(0, 199) })).toBeUndefined()
  })

  test('scores that are right when small and promise too much when large are damped', () => {
    const large = (i: number) => i % 2 === 0
    const scores = Array.from({ length: 400 }, (_, i) =>
      large(i) ? Float64Array.of(5, -5) : Float64Array.of(0.5, -0.5),
    )
    // The large ones are wrong in 1 of 50 cases instead of 1 of 22,000, the small ones in 1 of 4.
    const labels = scores.map((_, i) => Number(large(i) ? i % 100 === 0 : i % 8 === 1))
    const calibration = calibrationFor({ scores, labels })!
    expect(calibration.damping).toBeLessThan(1)
    expect(probabilitiesOf(scores[0]!, calibration)[0]).toBeCloseTo(0.98, 1)
    expect(probabilitiesOf(scores[1]!, calibration)[0]).toBeCloseTo(0.75, 1)
  })

  test('a model without damping keeps its probabilities', () => {
    const scores = Float64Array.of(3, -1)
    expect(probabilitiesOf(scores, { temperature: 2 })[0]).toBeCloseTo(logistic(2))
    expect([...scores]).toEqual([3, -1])
  })
})

describe('labels', () => {
  test('spellings that differ in case and spaces are one class, named by the most frequent', () => {
    const values = ['Network', 'network', 'NETWORK ', 'network', null, '', 'mail', 'mail', 'Mail']
    const { classes, labels } = labelsOf(values, 10)
    expect(classes).toEqual(['network', 'mail'])
    expect([...labels]).toEqual([0, 0, 0, 0, -1, -1, 1, 1, 1])
  })

  test('rare labels form one class without a name, unless it is too rare itself', () => {
    const five = ['a', 'a', 'a', 'b', 'c']
    expect(labelsOf([...five, 'd'], 10)).toMatchObject({ classes: ['a', ''] })
    expect([...labelsOf(five, 10).labels]).toEqual([0, 0, 0, -1, -1])
  })
})

describe('training', () => {
  const example = (text: string, category: string, subcategory: string | null, priority = 'P3') => ({
    text,
    category,
    subcategory,
    assignment_group: `${category.toLowerCase()} team`,
    priority,
  })
  const trained = (...examples: ReturnType<typeof example>[]) => {
    const training = new Training()
    for (const each of examples) training.add(each)
    return training.finish()
  }
  const rooms = Array.from({ length: 20 }, (_, i) => `room ${i}`)
  const history = rooms.flatMap((room) => [
    example(`toner empty in ${room}`, 'printing', 'toner'),
    example(`paper jam in ${room}`, room === 'room 1' ? 'Printing' : 'printing', 'paper'),
    example(`vpn drops in ${room}`, 'network', null),
  ])

  test('predicts category, subcategory within it and group, with the deciding words', () => {
    const { model, reports } = trained(...history)
    const text = 'the toner of our printer is empty'
    const document = documentOf(text)
    expect(classify(model.category!, document)[0]).toMatchObject({ value: 'printing' })
    expect(classify(model.subcategory.get('printing')!, document)[0]!.value).toBe('toner')
    expect(classify(model.assignment_group!, document)[0]!.value).toBe('printing team')
    expect(
      decisiveWords(model.category!, document, wordsOf(text), 'printing').slice(0, 2).toSorted(),
    ).toEqual(['empty', 'toner'])
    expect(model.subcategory.has('network')).toBe(false)
    expect(reports.category).toMatchObject({
      rows: 60,
      held_out: 60,
      accuracy: 1,
      classes: ['printing', 'network'],
    })
  })

  test('confidences add up to one for any text', () => {
    const { category } = trained(...history).model
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const sum = classify(category!, documentOf(text)).reduce((all, { confidence }) => all + confidence, 0)
        expect(sum).toBeCloseTo(1)
      }),
    )
  })

  test('a constant priority and too few incidents train no model', () => {
    expect(trained(...history).model.priority).toBeUndefined()
    expect(trained(...history.slice(0, 29)).model.category).toBeUndefined()
  })

  test('a text without known words gets the most frequent class and no deciding words', () => {
    const { category } = trained(...history).model
    const document = documentOf('zzz')
    expect(classify(category!, document)[0]!.value).toBe('printing')
    expect(decisiveWords(category!, document, ['zzz'], 'printing')).toEqual([])
  })

  test('training twice on the same rows gives the same model', () => {
    const corpus = corpusOf(...history.map(({ text }) => text))
    const once = () => learn(alternating(corpus))
    expect(once().weights).toEqual(once().weights)
  })
})
