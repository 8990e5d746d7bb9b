import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFolder } from '../../../server/test/folders.ts'
import { withLock } from './lock.ts'

const never = new AbortController().signal

test('those who count in one file under a lock lose no step', async () => {
  const counter = path.join(openFolder(), 'counter')
  writeFileSync(counter, '0')
  const count = () =>
    withLock(`${counter}.lock`, never, async () => {
      const before = Number(readFileSync(counter, 'utf8'))
      await setImmediate()
      writeFileSync(counter, String(before + 1))
    })
  await Promise.all(Array.from({ length: 5 }, count))
  expect(readFileSync(counter, 'utf8')).toBe('5')
})

test('the lock of a process that was killed is taken over, and a failure releases it', async () => {
  const lock = path.join(openFolder(), 'lock')
  writeFileSync(lock, '')
  const longAgo = new Date(Date.now() - 61_000)
  utimesSync(lock, longAgo, longAgo)
  await expect(withLock(lock, never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(existsSync(lock)).toBe(false)
})

test('who waits for a lock can give up', async () => {
  const lock = path.join(openFolder(), 'lock')
  writeFileSync(lock, '')
  await expect(withLock(lock, AbortSignal.timeout(100), () => 'done')).rejects.toThrow(/abort/i)
  expect(existsSync(lock)).toBe(true)
})
