import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { sharedBuffers } from './buffers.ts'

const gigabyte = 2 ** 30

test.for([
  [gigabyte / 4, '128MB'],
  [gigabyte / 2, '128MB'],
  [gigabyte, '256MB'],
  [3.9 * gigabyte, '998MB'],
  [8 * gigabyte, '2048MB'],
  [64 * gigabyte, '2048MB'],
] as const)('with %d bytes of memory PostgreSQL gets %s of buffers', ([memory, buffers]) => {
  expect(sharedBuffers(memory)).toBe(buffers)
})

test('the buffers of this machine are at most a quarter of its memory, or the least that PostgreSQL gets', () => {
  const megabytes = Number(/^(\d+)MB$/.exec(sharedBuffers())![1])
  expect(megabytes).toBeLessThanOrEqual(Math.max(128, totalmem() / 4 / 2 ** 20))
})
