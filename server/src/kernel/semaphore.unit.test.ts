import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

/** Work that runs until it is told to end. */
function makeWork() {
  const running = new Set<number>()
  const ends = new Map<number, () => void>()
  const start = (semaphore: Semaphore, id: number) =>
    semaphore.run(async () => {
      running.add(id)
      await new Promise<void>((resolve) => ends.set(id, resolve))
      running.delete(id)
      return id
    })
  return { running, start, end: (id: number) => ends.get(id)!() }
}

test('limits concurrency, keeps the order of the queue, and rejects the rest', async () => {
  const semaphore = new Semaphore({ concurrent: 2, queued: 2 })
  const { running, start, end } = makeWork()
  const accepted = [0, 1, 2, 3].map((id) => start(semaphore, id))
  await expect(start(semaphore, 4)).rejects.toMatchObject({
    status: 503,
    code: 'overloaded',
    headers: { 'retry-after': '1' },
  })
  expect([...running]).toEqual([0, 1])
  end(1)
  await accepted[1]
  await nextTurn()
  expect([...running]).toEqual([0, 2])
  end(0)
  await accepted[0]
  await nextTurn()
  expect([...running]).toEqual([2, 3])
  end(2)
  end(3)
  expect(await Promise.all(accepted)).toEqual([0, 1, 2, 3])
})

test('failed work releases its slot', async () => {
  const semaphore = new Semaphore({ concurrent: 1, queued: 0 })
  await expect(semaphore.run(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed')
  expect(await semaphore.run(async () => 'next')).toBe('next')
})
