import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../kernel/errors.ts'
import { Admission, type Urgency } from './admission.ts'

let admission: Admission
let running: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  admission = new Admission()
  running = []
})
afterEach(() => {
  admission.close()
  vi.useRealTimers()
})

const enter = (count: number, urgency: Urgency = 'read') => {
  for (let i = 0; i < count; i++) running.push(admission.enter(urgency))
}

/** Completes this many requests in every tenth of a second. */
function flow(tenths: number, perTenth: number) {
  for (let i = 0; i < tenths; i++) {
    for (const leave of running.splice(0, perTenth)) leave()
    vi.advanceTimersByTime(100)
  }
}

test('a burst after an idle period is admitted', () => {
  admission.enter('read')()
  vi.advanceTimersByTime(950)
  enter(500)
  expect(admission.inFlight).toBe(500)
})

test('a queue that drains fast is admitted, one that drains slowly is not', () => {
  enter(620)
  flow(10, 50) // 500 per second and 120 queued: a new request waits a quarter of a second
  expect(() => admission.check('ai')).not.toThrow()
  flow(10, 2) // 20 per second and 100 queued: five seconds
  expect(() => admission.check('auth')).toThrow(Problem)
  expect(() => admission.enter('auth')).toThrow(Problem)
  expect(admission.inFlight).toBe(100)
})

test('requests of a higher priority are rejected later', () => {
  enter(220)
  flow(10, 10) // 100 per second and 120 queued: 1.2 seconds
  expect(() => admission.enter('ai')).toThrow('overloaded')
  expect(() => admission.enter('read')).toThrow('overloaded')
  expect(() => admission.enter('write')).not.toThrow()
  expect(() => admission.enter('auth')).not.toThrow()
  expect(() => admission.enter('always')).not.toThrow()
})

test('when nothing completes, new requests are rejected at once, and admitted again once it recovers', () => {
  enter(450)
  flow(10, 0)
  expect(() => admission.enter('write')).toThrow('overloaded')
  flow(10, 40)
  expect(admission.inFlight).toBe(50)
  expect(() => admission.enter('write')).not.toThrow()
})

test('a flood is cut off at any speed, but exempt requests get through', () => {
  enter(2000)
  expect(() => admission.enter('auth')).toThrow('overloaded')
  expect(() => admission.enter('always')).not.toThrow()
})

test('slow answers of a model provider hold up further AI calls, and nothing else', () => {
  enter(40, 'ai')
  flow(10, 0)
  expect(() => admission.enter('ai')).toThrow('overloaded')
  enter(40)
  expect(admission.inFlight).toBe(80)
})

test('exempt requests do not count against the others', () => {
  enter(5000, 'always')
  vi.advanceTimersByTime(1000)
  expect(admission.inFlight).toBe(0)
  expect(() => admission.enter('ai')).not.toThrow()
})
