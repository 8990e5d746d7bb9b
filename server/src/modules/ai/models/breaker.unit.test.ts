import { expect, test } from 'vitest'
import { second } from '../../../kernel/durations.ts'
import { Breaker } from './breaker.ts'

function broken() {
  let now = 1000 * second
  const breaker = new Breaker(() => now)
  for (let i = 0; i < 5; i++) breaker.failed()
  return { breaker, pass: (time: number) => (now += time) }
}

test('a few failures, or many with a success between them, keep it closed', () => {
  const breaker = new Breaker(() => 0)
  for (let i = 0; i < 20; i++) {
    for (let failures = 0; failures < 4; failures++) breaker.failed()
    expect(breaker.admits()).toBe(true)
    breaker.succeeded()
  }
})

test('five failures in a row open it', () => {
  const { breaker, pass } = broken()
  expect(breaker.admits()).toBe(false)
  pass(29 * second)
  expect(breaker.admits()).toBe(false)
})

test('after the pause one probe is allowed at a time', () => {
  const { breaker, pass } = broken()
  pass(30 * second)
  expect([breaker.admits(), breaker.admits(), breaker.admits()]).toEqual([true, false, false])
})

test('a successful probe closes it', () => {
  const { breaker, pass } = broken()
  pass(30 * second)
  breaker.admits()
  breaker.succeeded()
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

test('a probe that fails or never ends keeps it open for another pause', () => {
  const { breaker, pass } = broken()
  pass(30 * second)
  breaker.admits()
  breaker.failed()
  expect(breaker.admits()).toBe(false)
  pass(30 * second)
  expect(breaker.admits()).toBe(true)
  pass(29 * second)
  expect(breaker.admits()).toBe(false)
  pass(1 * second)
  expect(breaker.admits()).toBe(true)
})
