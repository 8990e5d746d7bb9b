import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { agentsOf, type Copilot } from '../../../../test/copilot.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'

const app = await startApp()
const articles = driveArticles(app)
const nextAgent = await agentsOf(app, 4)
let copilot: Copilot
beforeEach(() => {
  copilot = nextAgent()
})

const offer = async (body: object) =>
  expectOk<{ id: string; url: string }>(await app.call('POST', '/catalog/items', { body }), 201)
const laptop = await offer({
  name: 'Laptop replacement',
  description: 'For one that is **older** than four years',
})
const mailbox = await offer({ name: 'Shared mailbox access' })
const share = await offer({ name: 'File share access' })
await offer({ name: 'Fax machine', active: false })
const link = ({ url }: { url: string }) => `](${url})`

test.each([
  'how do I order a laptop?',
  'I need a new laptop',
  'I want to request another laptop please',
  'can I get a laptop for my colleague',
  'order a laptop',
  'where can I buy a laptop',
  'request a replacement for my laptop',
])('"%s" is answered with the catalogue', async (question) => {
  const { answer, intent, results } = await copilot.ask(question)
  expect(answer).toBe(
    `In the catalogue:\n- [Laptop replacement${link(laptop)}: For one that is **older** than four years`,
  )
  expect([intent, results]).toEqual(['knowledge', null])
})

test('only the items with the most of the words are named', async () => {
  const { answer } = await copilot.ask('how can I get read access to a shared mailbox?')
  expect(answer).toContain(link(mailbox))
  expect(answer).not.toContain(link(share))
  const both = await copilot.ask('I need access')
  for (const item of [mailbox, share]) expect(both.answer).toContain(link(item))
})

test('the whole catalogue is listed, without what is retired', async () => {
  for (const question of ['what can I order?', 'show me the service catalogue']) {
    const { answer } = await copilot.ask(question)
    for (const item of [laptop, mailbox, share]) expect(answer).toContain(link(item))
    expect(answer).not.toContain('Fax')
  }
})

test('what an article says comes first', async () => {
  const body = 'Order a laptop ten working days ahead.'
  const article = await articles.create({ title: 'How to order a laptop', body, state: 'published' })
  await indexed(app)
  const { answer, citations } = await copilot.ask('how do I order a laptop for a new colleague?')
  expect(citations[0]!.article_id).toBe(article.id)
  expect(answer).toMatch(
    /Order a laptop ten working days ahead[^]*\n\nIn the catalogue:\n- \[Laptop replacement/,
  )
})

test.each([
  'I need a list of open requests with laptop',
  'requests for a laptop',
  'my laptop is slow',
  'how do I order a fax machine?',
  'how do I order a submarine?',
])('"%s" does not lead to the catalogue', async (question) => {
  expect((await copilot.ask(question)).answer).not.toContain('In the catalogue')
})
