import { pino } from 'pino'
import { expect, test } from 'vitest'
import { cosine } from '../math/vectors.ts'
import { encoderName, sharedEncoder } from './encoder.ts'
import { readVocabulary } from './files.ts'
import { openEmbedding } from './open.ts'
import { loadEmbedding } from './static.ts'
import { makeWordPiece } from './wordpiece.ts'

const local = loadEmbedding()
const embedding = openEmbedding(encoderName, local, pino({ level: 'silent' }))

test('a sentence is cut as BERT cuts it', () => {
  const { sentence } = makeWordPiece(readVocabulary())
  expect(sentence("VPN isn't réachable!", 256)).toEqual([
    101, 21210, 2078, 3475, 1005, 1056, 3362, 3085, 999, 102,
  ])
  expect(sentence('\u{1F600} 日本', 256)).toEqual([101, 100, 1864, 1876, 102])
  expect(sentence('', 256)).toEqual([101, 102])
  const long = sentence('word '.repeat(1000), 256)
  expect([long.length, long[0], long.at(-1)]).toEqual([256, 101, 102])
})

test('vectors have length 1 and know what is meant, not only the words', async () => {
  const [vpn, tunnel, printer, nothing] = await embedding.encode([
    'VPN drops every few minutes',
    'remote access tunnel disconnects all the time',
    'printer is out of toner',
    '',
  ])
  expect(embedding.name).toBe('minilm-l6-it')
  expect([vpn!.length, cosine(vpn!, vpn!)]).toEqual([384, expect.closeTo(1, 5)])
  expect(cosine(vpn!, tunnel!)).toBeGreaterThan(cosine(vpn!, printer!) + 0.2)
  expect(nothing!.every(Number.isFinite)).toBe(true)
})

test('a text has one vector, alone or among others, and equal questions are encoded once', async () => {
  const [first] = await embedding.encode(['how do I reset my password?'])
  const [second, third] = await Promise.all([
    embedding.encode(['how do I reset my password?'], { urgent: true }),
    embedding.encode(['how do I reset my password?', 'another'], { urgent: true }),
  ])
  expect(second[0]).toEqual(first)
  expect(third[0]).toBe(second[0])
})

test('urgent texts go before those that wait', async () => {
  const done: string[] = []
  const note = (name: string) => (): number => done.push(name)
  const background = ['first', 'second', 'third'].map((text) =>
    sharedEncoder().encode(`${text} passage of an article`, false).then(note(text)),
  )
  await Promise.all([
    sharedEncoder().encode('a question just asked', true).then(note('question')),
    ...background,
  ])
  expect(done).toEqual(['first', 'question', 'second', 'third'])
})

test('closing waits for the current text and refuses those behind it, also for the next who asks them', async () => {
  const closed = openEmbedding(encoderName, local, pino({ level: 'silent' }))
  const asked = closed.encode(['one text of two', 'the text behind it'], { urgent: true })
  const waiting = closed.compare('is it closed?', 'has it been closed?')
  await closed.close()
  await expect(asked).rejects.toThrow('The service is stopping')
  await expect(waiting).rejects.toThrow('The service is stopping')
  expect(closed.name).toBe(encoderName)
  const [vector] = await embedding.encode(['the text behind it'], { urgent: true })
  expect([embedding.name, vector!.length]).toEqual([encoderName, 384])
})

test('the static embedding answers when it is configured', async () => {
  const plain = openEmbedding(local.name, local, pino({ level: 'silent' }))
  const [vector] = await plain.encode(['reset password'])
  expect([plain.name, vector!.length]).toEqual(['static-256', 256])
  expect(vector).toEqual(local.embed('reset password'))
})
