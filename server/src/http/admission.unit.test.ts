import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../kernel/errors.ts'
import { Admission, type Urgency } from './admission.ts'

let admission: Admission
beforeEach(() => {
  vi.useFakeTimers()
  admission = new Admission()
})
afterEach(() => {
  admission.close()
  vi.useRealTimers()
})

const enter = (count: number, urgency: Urgency = 'read') => {
  for (let i = 0; i < count; i++) admission.enter(urgency)
}

/** So many finish in every tenth of a second, and as many come. */
function flow(tenths: number, perTenth: number) {
  for (let i = 0; i < tenths; i++) {
    for (let n = 0; n < perTenth; n++) admission.leave()
    vi.advanceTimersByTime(100)
    enter(perTenth, 'probe')
  }
}

test('a burst after a quiet time is not turned away', () => {
  admission.enter('read')
  admission.leave()
  vi.advanceTimersByTime(950)
  enter(500)
  expect(admission.inFlight).toBe(500)
})

test('a queue that moves fast is let in, one that moves slowly is not', () => {
  enter(100)
  flow(10, 50) // 500 a second: a newcomer waits a fifth of a second
  expect(() => admission.enter('ai')).not.toThrow()
  flow(10, 2) // 20 a second: five seconds
  expect(() => admission.enter('auth')).toThrow(Problem)
})

test('what matters more is turned away later', () => {
  enter(120)
  flow(10, 10) // 100 a second: 1.2 seconds
  expect(() => admission.enter('ai')).toThrow('busier')
  expect(() => admission.enter('read')).toThrow('busier')
  expect(() => admission.enter('write')).not.toThrow()
  expect(() => admission.enter('auth')).not.toThrow()
  expect(() => admission.enter('probe')).not.toThrow()
})

test('nothing finishes any more: newcomers are told at once, and admitted again when it moves', () => {
  enter(50)
  flow(10, 0)
  expect(() => admission.enter('write')).toThrow('busier')
  flow(10, 40)
  expect(() => admission.enter('write')).not.toThrow()
})

test('a flood is cut off whatever the speed, but a probe always gets through', () => {
  enter(2000)
  expect(() => admission.enter('auth')).toThrow('busier')
  expect(() => admission.enter('probe')).not.toThrow()
})
