import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { driveCache, type Body } from '../../../../test/kept-answers.ts'
import type { RunningJob } from '../../../jobs/job-runner.ts'
import { transact } from '../../../db/ctx.ts'
import { encoderName } from '../embedding/encoder.ts'
import { openEmbedding } from '../embedding/open.ts'
import { loadEmbedding } from '../embedding/static.ts'
import { forgetAiAnswers } from './jobs.ts'
import { openCache } from './open.ts'

const app = await startApp()
const embedding = openEmbedding(encoderName, loadEmbedding(), app.ctx().log)
const cache = openCache(app.ctx, embedding, 10_000)
const drive = driveCache(app, cache)
afterAll(async () => {
  await cache.stop(0)
  await app.close()
})
beforeEach(() => drive.clear())

test('a question that was answered is answered again without computing', async () => {
  const first = await drive.ask('How do I reset my password?')
  expect(first).toMatchObject({ cache_hit: false, tokens_used: 7, model_used: 'local/test' })
  expect(first).not.toHaveProperty('tokens_saved')
  const again = await drive.ask('how do I reset my password')
  expect(again).toMatchObject({ answer: first.answer, cache_hit: true, tokens_used: 0, tokens_saved: 7 })
  expect(again.latency_ms).toBeGreaterThanOrEqual(0)
  expect(await drive.counts()).toMatchObject({ hits: 1, misses: 1, tokens_saved: 7 })
})

test('the same question in other words finds the answer', async () => {
  const first = await drive.ask('How do I reset my VPN password?')
  expect(await drive.ask('What are the steps to reset the password for the VPN?')).toMatchObject({
    answer: first.answer,
    cache_hit: true,
  })
  expect(await drive.entries()).toHaveLength(1)
})

test('an answer that is not right for the other words is computed for them, and found the next time', async () => {
  const asked = 'What are the steps to reset the password for the VPN?'
  const other = await drive.ask('How do I reset my VPN password?')
  const confirms = async ({ answer }: Body) => answer !== other.answer
  const own = await drive.ask(asked, { confirms })
  expect(own).toMatchObject({ cache_hit: false })
  expect(own.answer).not.toBe(other.answer)
  expect(await drive.ask(asked, { confirms })).toMatchObject({ answer: own.answer, cache_hit: true })
})

test('the same words in another order need no encoder', async () => {
  const encoded: string[] = []
  const counting = {
    ...embedding,
    name: embedding.name,
    encode: (texts: readonly string[], options?: { urgent?: boolean }) => {
      encoded.push(...texts)
      return embedding.encode(texts, options)
    },
  }
  const watched = openCache(app.ctx, counting, 10_000)
  const { ask } = driveCache(app, watched)
  const [kept, moved] = [
    'How do I reset my VPN password?',
    'What are the steps to reset the password for the VPN?',
  ]
  await ask(kept)
  await ask(kept)
  encoded.length = 0
  expect(await ask(moved)).toMatchObject({ cache_hit: true })
  expect(encoded).toEqual([])
  expect(await ask('How do I reset my mail password?')).toMatchObject({ cache_hit: false })
  expect(encoded).toContain('How do I reset my mail password?')
  await watched.stop(0)
})

test('after the nearest question, only near ones are compared', async () => {
  const cosines = new Map([
    ['How do I order a badge?', 0.5],
    ['Where is the canteen menu?', 0.6],
    ['Who repairs the projector?', 0.7],
    ['When does the archive open?', 0.8],
  ])
  const vectorOf = (text: string) => {
    const [cosine, dimension] = [cosines.get(text) ?? 1, 1 + [...cosines.keys()].indexOf(text)]
    const vector = new Float32Array(384)
    vector[0] = cosine
    vector[dimension] = cosine === 1 ? 1 : Math.sqrt(1 - cosine ** 2)
    return vector
  }
  const compared: string[] = []
  const stub = {
    ...embedding,
    name: embedding.name,
    encode: async (texts: readonly string[]) => texts.map(vectorOf),
    // Each score is lower than the one before, so none is accepted and the next is compared too.
    compare: async (_: string, cached: string) => {
      compared.push(cached)
      return -compared.length
    },
  }
  const watched = openCache(app.ctx, stub, 10_000)
  const { ask } = driveCache(app, watched)
  const askAll = async (texts: string[]) => {
    for (const text of texts) await ask(text)
    compared.length = 0
    await ask('Why does my monitor flicker?')
  }
  await askAll([...cosines.keys()].slice(0, 2))
  expect(compared).toEqual(['Where is the canteen menu?'])
  await drive.clear()
  await askAll([...cosines.keys()])
  expect(compared).toEqual(['When does the archive open?', 'Who repairs the projector?'])
  await watched.stop(0)
})

test('a paraphrase with other words finds the answer too', async () => {
  const first = await drive.ask('Teams messages arrive late')
  expect(await drive.ask('Messages in Teams are delayed')).toMatchObject({
    answer: first.answer,
    cache_hit: true,
  })
})

test('other words that were recognised once are not compared again', async () => {
  const compared: string[] = []
  const counting = {
    ...embedding,
    name: embedding.name,
    compare: (a: string, b: string) => {
      compared.push(a)
      return embedding.compare(a, b)
    },
  }
  const watched = openCache(app.ctx, counting, 10_000)
  const { ask } = driveCache(app, watched)
  const [kept, other] = ['Teams messages arrive late', 'Messages in Teams are delayed']
  const first = await ask(kept)
  for (let i = 0; i < 3; i++)
    expect(await ask(other)).toMatchObject({ answer: first.answer, cache_hit: true })
  expect(compared).toEqual([other])
  await drive.clear()
  expect(await ask(other)).toMatchObject({ cache_hit: false })
  await watched.stop(0)
})

test('without the encoder, only the same words find the answer', async () => {
  const local = loadEmbedding()
  const plain = openCache(app.ctx, openEmbedding(local.name, local, app.ctx().log), 10_000)
  const { ask } = driveCache(app, plain)
  await ask('How do I reset my VPN password?')
  expect(await ask('Hello, how can I reset my VPN password?')).toMatchObject({ cache_hit: true })
  expect(await ask('How do I reset the password of the VPN?')).toMatchObject({ cache_hit: false })
  await plain.stop(0)
})

test('a question that only reads alike is another, and the refusal is counted', async () => {
  await drive.ask('Does site A replicate to site B?')
  expect(await drive.ask('Does site B replicate to site A?')).toMatchObject({ cache_hit: false })
  expect(await drive.counts()).toMatchObject({ hits: 0, misses: 2, guard_refusals: 1 })
})

test('where only the same words will do, other words are another question', async () => {
  await drive.ask('How do I reset my password?', { is_semantic: false })
  expect(await drive.ask('How can I reset my password?', { is_semantic: false })).toMatchObject({
    cache_hit: false,
  })
  expect(await drive.ask(' How do I  reset my password?', { is_semantic: false })).toMatchObject({
    cache_hit: true,
  })
})

describe('never shared across', () => {
  const base = { partition: { model: 'a/b', max_kb_results: 5, context: null, knowledge: 1 } }
  test.for([
    ['endpoints', { endpoint: 'suggest' as const }],
    ['rights', { roles: ['itsm_agent' as const, 'auditor' as const] }],
    ['models', { partition: { ...base.partition, model: 'a/c' } }],
    ['max_kb_results', { partition: { ...base.partition, max_kb_results: 6 } }],
    ['context records', { partition: { ...base.partition, context: ['INC0000001', 1] } }],
    ['knowledge versions', { partition: { ...base.partition, knowledge: 2 } }],
    ['facts that one of them lacks', { partition: { model: 'a/b', max_kb_results: 5, knowledge: 1 } }],
  ] as const)('%s', async ([, other]) => {
    await drive.ask('How do I reset my VPN password?', base)
    const asked = { ...base, ...other } as never
    expect(await drive.ask('How do I reset my VPN password?', asked)).toMatchObject({ cache_hit: false })
    expect(await drive.ask('How do I reset the password of the VPN?', asked)).toMatchObject({
      cache_hit: true,
    })
  })

  test('but the order of facts and of roles is no difference, nor is who asks', async () => {
    await drive.ask('Is the VPN down?', { partition: { a: 1, b: 2 }, roles: ['itsm_agent', 'auditor'] })
    const other = {
      partition: { b: 2, a: 1 },
      roles: ['auditor' as const, 'itsm_agent' as const],
      actor_id: 'usr_two',
    }
    expect(await drive.ask('Is the VPN down?', other)).toMatchObject({ cache_hit: true })
  })
})

describe('an answer has its time', () => {
  test('which its endpoint gives it', async () => {
    for (const endpoint of ['ask', 'analyze', 'exemplars', 'suggest'] as const)
      await drive.ask('Why?', { endpoint })
    expect((await drive.entries()).map(({ endpoint, minutes }) => [endpoint, minutes])).toEqual([
      ['ask', 60],
      ['analyze', 30],
      ['exemplars', 15],
      ['suggest', 5],
    ])
  })

  test('and is not told after it, nor kept for long', async () => {
    await drive.ask('How do I reset my VPN password?')
    await drive.ask('How do I map a drive?')
    await app.query(`update ai_cache set expires_at = now() - interval '1 second' where form ilike '%vpn%'`)
    expect(await drive.ask('How do I reset the password for the VPN?')).toMatchObject({ cache_hit: false })
    await app.query(`update ai_cache set expires_at = now() - interval '1 second' where form ilike '%vpn%'`)
    await transact(app.ctx(), async (ctx) => {
      if ('inTransaction' in forgetAiAnswers) await forgetAiAnswers.inTransaction(ctx, {} as RunningJob)
    })
    expect((await drive.entries()).map(({ form }) => form)).toEqual(['how: map drive'])
    expect(await drive.counts()).toMatchObject({ expired: 2 })
    expect(await drive.ask('How do I reset my VPN password?')).toMatchObject({ cache_hit: false })
  })
})

describe('an answer about a record that has changed since is gone', () => {
  const sources = (kind: 'article' | 'incident', { id, version }: { id: string; version: number }) => ({
    compute: async () => ({ ...drive.made(), sources: [{ kind, id, version }] }),
  })

  test('article: edited, retired or deleted', async () => {
    const articles = driveArticles(app)
    const changes = [
      (id: string) => articles.change(id, { body: 'New steps' }),
      (id: string) => articles.change(id, { state: 'retired' }),
      (id: string) => articles.remove(id),
    ]
    for (const [i, change] of changes.entries()) {
      const article = await articles.publish({ title: `Steps ${i}` })
      const text = `How do I follow step ${i}?`
      await drive.ask(text, sources('article', article))
      expect(await drive.ask(text)).toMatchObject({ cache_hit: true })
      await change(article.id)
      expect(
        await drive.ask(text, { compute: () => Promise.reject(new Error('computed')) }).catch(String),
      ).toBe('Error: computed')
    }
    expect(await drive.entries()).toEqual([])
    expect(await drive.counts()).toMatchObject({ invalidated: 3 })
  })

  test('article: one that was never published', async () => {
    const draft = await driveArticles(app).create({ title: 'Draft' })
    await drive.ask('What is in the draft?', sources('article', draft))
    expect(await drive.ask('What is in the draft?')).toMatchObject({ cache_hit: false })
  })

  test('incident: updated, noted or deleted; also when asked in other words', async () => {
    const incidents = driveIncidents(app)
    const changes = [
      (id: string) => app.call('PATCH', `/incidents/${id}`, { body: { category: 'mail' } }),
      (id: string) => app.call('POST', `/incidents/${id}/notes`, { body: { body: 'Found it' } }),
      (id: string) => app.call('DELETE', `/incidents/${id}`),
    ]
    for (const change of changes) {
      const incident = await incidents.create()
      await drive.ask(`How do I fix the error of ${incident.id}?`, sources('incident', incident))
      expect(await drive.ask(`How do I fix the ${incident.id} error?`)).toMatchObject({ cache_hit: true })
      expect((await change(incident.id)).statusCode).toBeLessThan(300)
      expect(await drive.ask(`How do I fix the ${incident.id} error?`)).toMatchObject({ cache_hit: false })
    }
  })

  test('whatever kind it is of, when it is not there', async () => {
    for (const kind of ['article', 'incident', 'change', 'request', 'ci'] as const) {
      const gone = { compute: async () => ({ ...drive.made(), sources: [{ kind, id: 'NONE', version: 1 }] }) }
      await drive.ask(`Where is the ${kind}?`, gone)
      expect(await drive.ask(`Where is the ${kind}?`, gone)).toMatchObject({ cache_hit: false })
    }
  })
})

test('who asks for a new answer gets one, and it replaces the old', async () => {
  const text = 'How do I reset my password?'
  const first = await drive.ask(text)
  const second = await drive.ask(text, { bypass: true })
  expect(second).toMatchObject({ cache_hit: false })
  expect(second.answer).not.toBe(first.answer)
  expect(await drive.ask(text)).toMatchObject({ answer: second.answer, cache_hit: true })
  expect(await drive.entries()).toHaveLength(1)
})

test('a failure keeps nothing', async () => {
  const text = 'How do I reset my password?'
  await expect(drive.ask(text, { compute: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
  expect(await drive.entries()).toEqual([])
  expect(await drive.ask(text)).toMatchObject({ cache_hit: false })
})

test('an answer for want of a better one is told and not kept', async () => {
  const compute = async () => ({ ...drive.made(), keep: false as const })
  expect(await drive.ask('How do I reset my password?', { compute })).toMatchObject({ cache_hit: false })
  expect(await drive.entries()).toEqual([])
})

test('an answer that is very long is told and not kept', async () => {
  const compute = async () => ({ ...drive.made(), body: { answer: 'x'.repeat(70_000) } })
  expect((await drive.ask('How do I reset my password?', { compute })).answer).toHaveLength(70_000)
  expect(await drive.entries()).toEqual([])
})

describe('the same question by many at the same moment', () => {
  const text = 'How do I reset my password?'
  const hundred = <T>(ask: () => Promise<T>) => Promise.allSettled(Array.from({ length: 100 }, ask))

  test('is computed once', async () => {
    const before = drive.computed()
    const answers = await hundred(() => drive.ask(text))
    expect(drive.computed() - before).toBe(1)
    expect(answers.filter((each) => each.status === 'fulfilled' && !each.value.cache_hit)).toHaveLength(1)
    expect(new Set(answers.map((each) => each.status === 'fulfilled' && each.value.answer)).size).toBe(1)
    expect(await drive.counts()).toMatchObject({ hits: 99, misses: 1 })
  })

  test('fails for all when it fails, and for nobody later', async () => {
    const answers = await hundred(() => drive.ask(text, { compute: () => Promise.reject(new Error('no')) }))
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await drive.ask(text)).toMatchObject({ cache_hit: false })
  })

  test('is computed for each when the answer is for one alone', async () => {
    const before = drive.computed()
    const compute = async () => ({ ...drive.made(), keep: false as const })
    await hundred(() => drive.ask(text, { compute }))
    expect(drive.computed() - before).toBe(100)
  })
})

describe('no more is kept than there is room for', () => {
  test('and what was used longest ago goes first', async () => {
    const small = openCache(app.ctx, embedding, 3)
    const { ask } = driveCache(app, small)
    for (const n of [101, 102, 103]) await ask(`What is on page ${n}?`)
    await app.query(`update ai_cache set used_at = used_at - interval '1 hour'`)
    await ask('What is on page 101?')
    await small.stop(0)
    await ask('What is on page 104?')
    const forms = (await drive.entries()).map(({ form }) => form)
    expect(forms.toSorted()).toEqual(['what: on page 101', 'what: on page 103', 'what: on page 104'])
  })

  test('and nothing at all when it is off', async () => {
    const off = openCache(app.ctx, embedding, 0)
    const { ask } = driveCache(app, off)
    for (let i = 0; i < 2; i++) expect(await ask('What is on page 1?')).toMatchObject({ cache_hit: false })
    expect(await drive.entries()).toEqual([])
    await off.stop(0)
  })
})

describe('two nodes on one database', () => {
  test('share answers, and see at once what the other throws away', async () => {
    const other = openCache(app.ctx, embedding, 10_000)
    const { ask } = driveCache(app, other)
    expect(await ask('How do I open my calendar?')).toMatchObject({ cache_hit: false })
    const first = await drive.ask('How do I reset my VPN password?')
    const sameWords = await ask('How do I reset my VPN password?')
    const otherWords = await ask('How do I reset the password of the VPN?')
    expect([sameWords, otherWords]).toMatchObject([{ answer: first.answer }, { answer: first.answer }])
    await app.query('delete from ai_cache')
    expect(await ask('How do I reset the password of the VPN?')).toMatchObject({ cache_hit: false })
    await other.stop(0)
  })

  test('find again what they have not been asked about for long', async () => {
    const small = openCache(app.ctx, embedding, 2)
    const { ask } = driveCache(app, small)
    for (const place of ['north', 'south', 'east', 'west', 'centre'])
      for (const text of ['Who owns the calendar of the office?', 'Who owns the key of the office?']) {
        await ask(text, { partition: { place } })
        const otherWords = text.replace(/the (\w+) of the office/, 'the office $1')
        expect(await ask(otherWords, { partition: { place } })).toMatchObject({ cache_hit: true })
      }
    await small.stop(0)
  })

  test('read what is many in pages', async () => {
    const names = Array.from({ length: 210 }, (_, i) => `host${i}`)
    await Promise.all(names.map((name) => drive.ask(`Disk full on ${name}`)))
    const other = openCache(app.ctx, embedding, 10_000)
    const { ask } = driveCache(app, other)
    for (const name of ['host0', 'host199', 'host200', 'host209'])
      expect(await ask(`${name} disk full`)).toMatchObject({ cache_hit: true })
    expect(await ask('host210 disk full')).toMatchObject({ cache_hit: false })
    await other.stop(0)
  })
})
