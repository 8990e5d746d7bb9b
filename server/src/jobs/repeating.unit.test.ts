import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { bareCtx } from '../../test/ctx.ts'
import { eventually } from '../../test/eventually.ts'
import type { Db } from '../db/ctx.ts'
import { startRepeating } from './repeating.ts'

const failure = { message: 'the work failed', details: {} }

test('a full disk is no outage of the database: it is logged, also right after an outage', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  let runs = 0
  const work = async () => {
    if (runs++ === 0) throw new Error('Connection terminated unexpectedly')
    await writeFile('/dev/full', 'x')
  }
  const repeating = startRepeating(() => ({ ...bareCtx(undefined as unknown as Db), log }), {
    work,
    interval: 1,
    failure,
  })
  await eventually(() => lines.length > 0)
  await repeating.stop(5000)
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      msg: 'the work failed',
      err: expect.objectContaining({ code: 'ENOSPC' }) as object,
    }),
  ])
})

test('work that hangs does not keep the service from stopping', async () => {
  const repeating = startRepeating(() => bareCtx(undefined as unknown as Db), {
    work: () => new Promise(() => undefined),
    interval: 1,
    failure,
    repeatsAtStop: true,
  })
  await expect(repeating.stop(10)).resolves.toBe(undefined)
})
