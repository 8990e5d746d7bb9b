import { expect, test } from 'vitest'
import { logistic, softmax } from './probability.ts'
import { cosine, normalise, quantise, restore } from './vectors.ts'

test('a quantised vector keeps its direction', () => {
  const vector = normalise(Float32Array.from({ length: 256 }, (_, i) => Math.sin(i)))
  const restored = restore(quantise(vector))
  expect(cosine(vector, vector)).toBeCloseTo(1)
  expect(cosine(vector, normalise(restored))).toBeGreaterThan(0.999)
})

test('a zero vector is unchanged', () => {
  const nothing = normalise(new Float32Array(4))
  expect([...restore(quantise(nothing))]).toEqual([0, 0, 0, 0])
})

test('scores become probabilities, which are flatter at a higher temperature', () => {
  const [cold, warm] = [Float64Array.of(2, 0), Float64Array.of(2, 0)]
  softmax(cold)
  softmax(warm, 2)
  expect(cold[0]! + cold[1]!).toBeCloseTo(1)
  expect(cold[0]!).toBeCloseTo(logistic(2))
  expect(warm[0]!).toBeLessThan(cold[0]!)
})
