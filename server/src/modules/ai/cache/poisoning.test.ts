import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveCache } from '../../../../test/kept-answers.ts'
import { confusablePairs } from '../../../../test/question-pairs.ts'
import { encoderName } from '../embedding/encoder.ts'
import { openEmbedding } from '../embedding/open.ts'
import { loadEmbedding } from '../embedding/static.ts'
import { openCache } from './open.ts'

const app = await startApp()
const cache = openCache(app.ctx, openEmbedding(encoderName, loadEmbedding(), app.ctx().log), 10_000)
const drive = driveCache(app, cache)
afterAll(async () => {
  await cache.stop(0)
  await app.close()
})

const pairs = confusablePairs()
const questions = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]

/** Everybody gets an answer that names the question it was made for, and by whom. */
const askAs = async (actor_id: string, texts: string[], more: object = {}) => {
  const answers = new Map<string, string>()
  for (let at = 0; at < texts.length; at += 40) {
    const asking = texts.slice(at, at + 40).map(async (text) => {
      const compute = async () => ({ ...drive.made(), body: { answer: `${actor_id}: ${text}` } })
      answers.set(text, (await drive.ask(text, { actor_id, compute, ...more })).answer)
    })
    await Promise.all(asking)
  }
  return answers
}

test('of more than 1,000 answers that somebody with the same rights plants next to a question none is told to who asks it', async () => {
  expect(pairs.length).toBeGreaterThan(1000)
  const answers = await askAs('usr_attacker', questions)
  const poisoned = pairs.filter(({ a, b }) => answers.get(a) === answers.get(b))
  expect(poisoned).toEqual([])
})

test('an answer made for other rights, records, models or knowledge is told to nobody else', async () => {
  const some = questions.slice(0, 50)
  const facts = { context: ['INC0000001', 1], model: 'a/b', max_kb_results: 5, knowledge: 7 }
  await askAs('usr_attacker', some, { partition: facts })
  const others = [
    { partition: facts, roles: ['itsm_manager'] },
    { partition: { ...facts, context: ['INC0000002', 1] } },
    { partition: { ...facts, context: ['INC0000001', 2] } },
    { partition: { ...facts, model: 'a/c' } },
    { partition: { ...facts, max_kb_results: 6 } },
    { partition: { ...facts, knowledge: 8 } },
  ]
  for (const other of others) {
    const answers = await askAs('usr_victim', some, other)
    expect([...answers.values()].filter((answer) => !answer.startsWith('usr_victim'))).toEqual([])
  }
})
