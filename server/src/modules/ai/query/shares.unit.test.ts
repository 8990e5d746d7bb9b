import { expect, test } from 'vitest'
import { percentOf } from './shares.ts'

test.for<[part: number, total: number, percent: number]>([
  [299, 300, 99],
  [300, 300, 100],
  [1, 300, 1],
  [0, 300, 0],
  [0, 0, 0],
  [41, 42, 98],
])('%i of %i are %i percent', ([part, total, percent]) => expect(percentOf(part, total)).toBe(percent))
