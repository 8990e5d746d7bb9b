import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { agentsOf, type Copilot } from '../../../../test/copilot.ts'
import { startDemo } from '../../../../test/demo.ts'
import { asker, names, now, said, understood } from '../../../../test/questions.ts'
import type { Question } from './language/analysis.ts'
import { inPlainWords } from './rewriting.ts'

describe('a question that the grammar doubts', () => {
  let app: TestApp
  let nextAgent: () => Copilot
  beforeAll(async () => {
    app = await startDemo({ AI_EMBEDDING: 'minilm-l6-it' })
    nextAgent = await agentsOf(app, 4)
  })
  const count = async (rows: string) =>
    (await app.query<{ n: number }>(`select count(*) as n from ${rows} and deleted_at is null`))[0]!.n

  test.for([
    [
      'network stuff that I have to look at, the ones without an owner',
      `incidents where category = 'network' and assigned_to is null
        and state in ('new', 'in_progress', 'on_hold', 'reopened')`,
    ],
    ['high risk changes still awaiting the CAB', `changes where risk = 'high' and state = 'submitted'`],
    [
      'Anything ordered on behalf of Karim Haddad?',
      `requests where requested_for = 'karim.haddad@example.com'
        and state in ('submitted', 'approved', 'in_fulfillment')`,
    ],
  ])('is answered in plain words, and says so: %s', async ([question, rows]) => {
    const answer = await nextAgent().ask(question!)
    expect(answer.answer).toMatch(/ I read this as "[^\n]+"\./)
    expect(answer.results!.total).toBe(await count(rows!))
  })

  test('is about the person whom its introduction names', async () => {
    const { answer, results } = await nextAgent().ask(
      "I'm covering for Aisha Rahman, what does she have open?",
    )
    expect(answer).toContain('assigned to aisha.rahman@example.com')
    expect(results!.total).toBe(
      await count(`incidents where assigned_to = 'aisha.rahman@example.com'
        and state in ('new', 'in_progress', 'on_hold', 'reopened')`),
    )
  })

  test('is no list of records when it is about something else, and leaves no knowledge gap', async () => {
    const { intent, results } = await nextAgent().ask('how much does Tom Bauer earn?')
    expect([intent, results]).toEqual(['unknown', null])
    expect(await app.query('select from knowledge_gaps')).toEqual([])
  })

  test('is answered by the grammar alone with the static embedding', async () => {
    const plain = await startDemo({ AI_EMBEDDING: 'static-256' })
    const ask = (await agentsOf(plain, 1))().ask
    const { answer } = await ask('high risk changes still awaiting the CAB')
    expect(answer).toContain('I did not understand "awaiting", "CAB"')
    expect(answer).not.toContain('I read this as')
  })
})

describe('the first understanding stays', () => {
  const read = async (text: string, written: string, probability = 0.99) => {
    const question: Question = { text, now, asker, names }
    const rewrite = async () => ({ text: written, probability })
    const nearest = async () => ({ wants: { is: 'chatter' as const }, example: '', score: 0 })
    return inPlainWords({ rewrite }, nearest, { question, whole: text, read: understood(text) })
  }

  test('when the plain words are improbable', async () => {
    const doubtful = 'P1 incidents gathering dust'
    expect(said(await read(doubtful, 'open P1 incidents', 0.9))).toBe('list: Open P1 incidents')
    expect(said(await read(doubtful, 'open P1 incidents', 0.5))).toBe(said(understood(doubtful)))
  })

  test.for([
    ['P1 incidents gathering dust', 'open incidents'],
    ['dusty incidents of Chen Wei', 'open incidents'],
    ['dusty incidents since Monday', 'incidents'],
    ['dusty incidents older than 9 days', 'open incidents older than 5 days'],
    ['dusty incidents on Northbook ERP', 'open incidents'],
  ])('when they lack a name, a number or a time of "%s"', async ([text, written]) => {
    expect(await read(text!, written!)).toEqual(understood(text!))
  })

  test('when they say the same, because it names the words that it left out', async () => {
    const text = 'how many incidents were angry?'
    expect(said(understood(text))).toBe('count: Incidents (not used: angry)')
    expect(await read(text, 'how many open incidents')).toEqual(understood(text))
  })

  test('when they are not understood, or contradict themselves', async () => {
    const doubtful = 'P1 incidents gathering dust'
    expect(await read(doubtful, 'P1 incidents dust dust')).toEqual(understood(doubtful))
    expect(await read(doubtful, 'P1 incidents not P1')).toEqual(understood(doubtful))
    expect(await read('constructor', 'constructor')).toEqual(understood('constructor'))
  })

  test('when the grammar understood every word', async () => {
    expect(await read('open P1 incidents', 'closed P1 incidents')).toEqual(understood('open P1 incidents'))
  })

  test('when the question continues the one before it, but not when it begins another', async () => {
    const before = { intent: 'list' as const, noun: 'incident' as const, conditions: [] }
    const readAfter = (text: string) =>
      inPlainWords(
        { rewrite: async () => ({ text: 'submitted changes', probability: 0.99 }) },
        async () => ({ wants: { is: 'chatter' }, example: '', score: 0 }),
        { question: { text, now, asker, names, before }, whole: text, read: understood(text, { before }) },
      )
    const follow = 'only the dusty P1s'
    expect(await readAfter(follow)).toEqual(understood(follow, { before }))
    expect(said(await readAfter('changes for the CAB meeting'))).toBe('list: Submitted changes')
  })

  test('when what the grammar found in it is less doubtful than that it is about something else', async () => {
    const doubtful = 'P1 incidents gathering dust'
    expect(await read(doubtful, 'decline', 0.9)).toEqual(understood(doubtful))
    expect(await read(doubtful, 'decline', 0.97)).toEqual({ kind: 'chatter' })
    expect(await read('gathering dust', 'knowledge', 0.9)).toEqual({ kind: 'knowledge' })
  })
})
