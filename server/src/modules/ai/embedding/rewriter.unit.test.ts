import { pino } from 'pino'
import { expect, test } from 'vitest'
import { encoderName } from './encoder.ts'
import { openEmbedding } from './open.ts'
import { readVocabulary } from './files.ts'
import { loadEmbedding } from './static.ts'
import { makeWordPiece } from './wordpiece.ts'

const local = loadEmbedding()
const embedding = openEmbedding(encoderName, local, pino({ level: 'silent' }))
const plain = async (question: string) => (await embedding.rewrite(question))!.text

test('each token belongs to a word of the question', () => {
  const { words } = makeWordPiece(readVocabulary())
  expect(words(['VPN', "isn't", '😀'], 255)).toEqual({
    tokens: [101, 21210, 2078, 3475, 1005, 1056, 100, 102],
    owners: [-1, 0, 0, 1, 1, 1, 2, -1],
  })
  const many = words(
    Array.from({ length: 400 }, () => 'word'),
    255,
  )
  expect([many.tokens.length, many.owners.length]).toEqual([256, 256])
})

test.for([
  ['whose queue is the longest at the moment?', 'open incidents per assignee'],
  ["what's going in this weekend change-wise?", 'changes planned this weekend'],
  ['most popular catalogue item', 'requests per item'],
  ['tickets w/o a group', 'open incidents without a group'],
  ['anyone but Chen holding a P1 right now?', 'open P1 incidents not assigned to Chen'],
  ['how do I reset my password', 'knowledge'],
  ['tell me a joke about cats', 'decline'],
  ['please assign INC0000042 to Zoltan', 'command'],
])('"%s" is put into the plain words "%s"', async ([question, expected]) => {
  expect((await plain(question!)).toLowerCase()).toBe(expected!.toLowerCase())
})

test('names that no training question has are copied as they were typed', async () => {
  expect(await plain('what is Zoltan Kovacs sitting on right now')).toBe(
    'open incidents assigned to Zoltan Kovacs',
  )
  expect(await plain('blast radius of db-Oslo-77?')).toBe('what depends on db-Oslo-77')
})

test('plain words are less probable where it is not clear what is asked', async () => {
  const [usual, unclear] = await Promise.all([
    embedding.rewrite('how many tickets came in yesterday'),
    embedding.rewrite('incidents purple seven before the without of printers onward P1 because'),
  ])
  expect(usual!.probability).toBeGreaterThan(0.8)
  expect(unclear!.probability).toBeLessThan(0.5)
})

test.for([
  '',
  '   ',
  '???',
  '😀😀',
  'word '.repeat(2000),
  'x'.repeat(5000),
  'constructor __proto__ toString',
  '"',
])('unusual text ends in a short sentence: %j', async (text) => {
  const { text: written, probability } = (await embedding.rewrite(text))!
  expect(written.split(' ').length).toBeLessThanOrEqual(40)
  expect(probability).toBeGreaterThanOrEqual(0)
  expect(probability).toBeLessThanOrEqual(1)
})

test('the static embedding rewrites nothing', async () => {
  const other = openEmbedding(local.name, local, pino({ level: 'silent' }))
  expect(await other.rewrite('whose queue is the longest?')).toBeUndefined()
})
