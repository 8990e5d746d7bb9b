import { expect, test } from 'vitest'
import { percent } from './percent.ts'

test.for<[share: number, digits: number, shown: string]>([
  [0.996, 0, '99 %'],
  [0.001, 0, '1 %'],
  [0.125, 0, '13 %'],
  [1.254, 0, '125 %'],
  [0.9999, 1, '99.9 %'],
  [0.0001, 1, '0.1 %'],
  [0.5, 1, '50.0 %'],
  [1, 1, '100 %'],
  [0, 1, '0 %'],
])('%d with %i decimal places is %s', ([share, digits, shown]) => expect(percent(share, digits)).toBe(shown))
