import { expect, test } from 'vitest'
import { logistic, softmax } from './probability.ts'
import { VectorTable } from './vector-table.ts'
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

test('all vectors of a table are compared, in blocks, and the nearest come first', () => {
  const dimensions = 32
  const vectorOf = (seed: number) =>
    normalise(Float32Array.from({ length: dimensions }, (_, i) => Math.sin((i + 1) * (seed + 1))))
  const table = new VectorTable(dimensions)
  const stored = Array.from({ length: 2500 }, (_, seed) => quantise(vectorOf(seed)))
  for (const [slot, each] of stored.entries()) table.set(slot, each)
  const query = vectorOf(0.5)
  const expected = stored
    .map((each, slot) => ({ slot, cosine: cosine(query, restore(each)) }))
    .toSorted((one, other) => other.cosine - one.cosine)
  const found = table.nearest(query, 20)
  expect(found.map(({ slot }) => slot)).toEqual(expected.slice(0, 20).map(({ slot }) => slot))
  for (const [i, { cosine }] of found.entries()) expect(cosine).toBeCloseTo(expected[i]!.cosine, 4)
  expect(table.nearest(query, 20, expected[4]!.cosine - 1e-4)).toEqual(
    found.filter(({ cosine }) => cosine >= expected[4]!.cosine - 1e-4),
  )
})

test('the largest values that a vector may have fit', () => {
  const table = new VectorTable(384)
  table.set(0, quantise(normalise(new Float32Array(384).fill(-1))))
  expect(table.nearest(normalise(new Float32Array(384).fill(1)), 1)[0]!.cosine).toBeCloseTo(-1, 4)
})

test('the last vector of a table moves to where one is deleted', () => {
  const table = new VectorTable(16)
  const axis = (n: number) => Float32Array.from({ length: 16 }, (_, i) => (i === n ? 1 : 0))
  for (const n of [0, 1, 2]) table.set(n, quantise(axis(n)))
  table.delete(0)
  expect(table.size).toBe(2)
  expect(table.nearest(axis(2), 1)).toEqual([{ slot: 0, cosine: expect.closeTo(1, 4) as number }])
  expect(table.nearest(axis(0), 2, 0.5)).toEqual([])
})
