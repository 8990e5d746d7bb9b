import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { encoded } from '../../../../test/indexed.ts'

interface AskAnswer {
  answer: string
  covered: boolean
  model_used: string
  citations: { article_id: string }[]
}

const app = await startApp({ AI_EMBEDDING: 'minilm-l6-it' })
const articles = driveArticles(app)
const incidents = driveIncidents(app)

const ask = async (question: string) => {
  const headers = { 'cache-control': 'no-cache' }
  return expectOk<AskAnswer>(await app.call('POST', '/ai/ask', { body: { question }, headers }), 200)
}

test('an article is found by its meaning, among others, while it is published', async () => {
  const body = 'Open the self-service portal, choose Forgotten password and follow the link in the e-mail.'
  const article = await articles.create({ title: 'Reset a forgotten password', body, state: 'published' })
  await articles.create({ title: 'Order a bicycle rack', body: 'Ask facilities.', state: 'published' })
  await encoded(app)
  const question = 'I have forgotten my login credentials, how do I get a new password?'
  const asked = await ask(question)
  expect(asked).toMatchObject({ covered: true, model_used: 'local/minilm-l6-it' })
  expect(asked.citations[0]!.article_id).toBe(article.id)

  await articles.change(article.id, { state: 'retired' })
  const later = await ask(question)
  expect(later.citations.map(({ article_id }) => article_id)).not.toContain(article.id)
})

test('a passage that only moves to another state keeps its vector', async () => {
  const seqs = () =>
    app.query<{ encoded_seq: number }>(
      `select encoded_seq from passages where kind = 'incident' and place = 0`,
    )
  const { id } = await incidents.inState('resolved', {
    short_description: 'Badge reader at the gate is dead',
  })
  await encoded(app)
  const before = await seqs()
  await incidents.change(id, { state: 'closed' })
  await encoded(app)
  expect(await seqs()).toEqual(before)
  expect(before).toHaveLength(1)
})

test('small talk, nonsense and other languages are no knowledge gaps, questions without an article are', async () => {
  const gaps = async () =>
    (await app.query<{ question: string }>('select question from knowledge_gaps')).map(
      ({ question }) => question,
    )
  for (const question of [
    'hello',
    'thanks a lot!',
    'Tell me a joke',
    'asdf qwer zxcv',
    'Wie setze ich mein Passwort zurück?',
    'Comment réinitialiser mon mot de passe ?',
  ]) {
    const { covered, answer } = await ask(question)
    expect([question, covered]).toEqual([question, false])
    expect(answer).toMatch(/^This does not look like a question/)
  }
  const open = 'How do I move a database to the new cluster?'
  expect((await ask(open)).answer).toMatch(/noted as a gap/)
  expect((await ask('constructor of the password portal')).answer).toBeTypeOf('string')
  expect(await gaps()).toContain(open)
  expect(await gaps()).toHaveLength(1 + Number((await gaps()).includes('constructor of the password portal')))
})
