import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Db } from './ctx.ts'
import { gathering, inStep, inTurns, sharing } from './gather.ts'
import { openDb } from './pool.ts'

const db: Db = openDb(new pg.Pool())

test('queries of one event loop turn are sent as one statement, and each caller gets its own result', async () => {
  const statements: number[][] = []
  const double = gathering(async (_db: Db, keys: number[]) => {
    statements.push(keys)
    return keys.map((key) => key * 2)
  })
  expect(await Promise.all([1, 2, 3].map((key) => double(db, key)))).toEqual([2, 4, 6])
  expect(statements).toEqual([[1, 2, 3]])
})

test('a busy database gets larger batches, and no statement starts before its callers have queued their queries', async () => {
  const open: (() => void)[] = []
  const statements: number[][] = []
  const ask = gathering(async (_db: Db, keys: number[]) => {
    statements.push(keys)
    await new Promise<void>((resolve) => open.push(resolve))
    return keys
  })
  const answers = [ask(db, 1)]
  await turn()
  answers.push(ask(db, 2))
  await turn()
  for (const key of [3, 4, 5]) answers.push(ask(db, key))
  await turn()
  expect(statements).toEqual([[1], [2]])
  open.shift()!()
  await answers[0]
  await turn()
  expect(statements).toEqual([[1], [2], [3, 4, 5]])
  for (const resolve of open) resolve()
  await turn()
  for (const resolve of open) resolve()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5])
})

test('in turns, a statement takes half of the queries, and the next one is sent before the last is answered', async () => {
  let release = () => {}
  const told: string[] = []
  const ask = gathering(async (_db: Db, keys: number[]) => {
    told.push(`sent ${keys.join()}`)
    await new Promise<void>((resolve) => (release = resolve))
    return keys
  }, inTurns)
  const query = async (key: number) => {
    told.push(`answered ${await ask(db, key)}`)
  }
  const queries = [1, 2, 3, 4].map(query)
  for (let turns = 0; turns < 4; turns++) await turn()
  expect(told).toEqual(['sent 1,2'])

  release()
  await queries[1]
  expect(told).toEqual(['sent 1,2', 'sent 3,4', 'answered 1', 'answered 2'])

  queries.push(query(5), query(6))
  release()
  await queries[3]
  expect(told.slice(4)).toEqual(['sent 5,6', 'answered 3', 'answered 4'])
  release()
  await Promise.all(queries)
  expect(told.slice(7)).toEqual(['answered 5', 'answered 6'])
})

test('in step, a query alone is sent at once, and a statement waits while turns bring more queries, but not for long', async () => {
  let release = () => {}
  const statements: number[][] = []
  const ask = gathering(async (_db: Db, keys: number[]) => {
    statements.push(keys)
    await new Promise<void>((resolve) => (release = resolve))
    return keys
  }, inStep)
  const answers = [ask(db, 1)]
  await turn()
  expect(statements).toEqual([[1]])

  answers.push(ask(db, 2), ask(db, 3))
  await turn()
  expect(statements).toHaveLength(1)
  release()
  await answers[0]
  for (const key of [4, 5, 6, 7, 8, 9]) {
    answers.push(ask(db, key))
    await turn()
  }
  expect(statements).toHaveLength(2)
  expect(statements[1]!.slice(0, 4)).toEqual([2, 3, 4, 5])

  release()
  await answers[1]
  await turn()
  await turn()
  expect(statements.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  release()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a query that PostgreSQL refuses does not fail the others', async () => {
  const strict = gathering(async (_db: Db, keys: number[]) => {
    if (keys.includes(13)) throw new pg.DatabaseError('unlucky', 0, 'error')
    return keys
  })
  const settled = await Promise.allSettled([1, 13, 2].map((key) => strict(db, key)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a statement whose connection broke is not sent again, because it may have been executed', async () => {
  let sent = 0
  const lost = gathering(async (): Promise<number[]> => {
    sent++
    throw new Error('Connection terminated unexpectedly')
  })
  const settled = await Promise.allSettled([1, 2].map((key) => lost(db, key)))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toBe(1)
})

test.for(['55P03', '57014'])(
  'a statement that timed out (%s) is not retried for each query',
  async (code) => {
    let sent = 0
    const slow = gathering(async (): Promise<number[]> => {
      sent++
      throw Object.assign(new pg.DatabaseError('timeout', 0, 'error'), { code })
    })
    const settled = await Promise.allSettled([1, 2, 3].map((key) => slow(db, key)))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sent).toBe(1)
  },
)

test('equal queries share a refusal', async () => {
  let sent = 0
  const share = sharing<number>()
  const load = async () => {
    sent++
    throw new pg.DatabaseError('unlucky', 0, 'error')
  }
  const settled = await Promise.allSettled([share(db, 'list', load), share(db, 'list', load)])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toBe(1)
})

test('equal queries of one turn share a result; a later one gets a fresh result', async () => {
  let asked = 0
  const share = sharing<number>()
  const load = async () => ++asked
  expect(await Promise.all([share(db, 'list', load), share(db, 'list', load)])).toEqual([1, 1])
  expect(await share(db, 'list', load)).toBe(2)
})

test('a waiting query does not delay another', async () => {
  const share = sharing<string>()
  let release = () => {}
  const slow = share(db, 'slow', () => new Promise((resolve) => (release = () => resolve('slow'))))
  await turn()
  expect(await share(db, 'quick', async () => 'quick')).toBe('quick')
  release()
  expect(await slow).toBe('slow')
})
