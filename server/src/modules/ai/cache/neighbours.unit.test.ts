import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadEmbedding } from '../embedding/static.ts'
import { cosine } from '../math/vectors.ts'
import { Neighbours } from './neighbours.ts'

const { embed } = loadEmbedding()
const words = 'reset vpn password printer open email the on server slow network login calendar'.split(' ')
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
const change = fc.record({ key: fc.nat({ max: 99 }).map(String), text, isGone: fc.boolean() })

test('finds what a comparison with each would find, whatever came and went', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 150 }), text, (changes, asked) => {
      const [kept, neighbours] = [new Map<string, string>(), new Neighbours()]
      for (const { key, text, isGone } of changes) {
        if (isGone) kept.delete(key)
        else kept.set(key, text)
        if (isGone) neighbours.delete(key)
        else neighbours.set(key, text, embed(text))
      }
      expect(neighbours.size).toBe(kept.size)
      const isNear = (text: string) => cosine(embed(text), embed(asked)) >= 0.95
      const found = neighbours.near(embed(asked), 0.95)
      expect(new Map(found.map(({ key, form }) => [key, form]))).toEqual(
        new Map([...kept].filter(([, text]) => isNear(text))),
      )
      expect(found.map(({ cosine }) => cosine)).toEqual(
        found.map(({ cosine }) => cosine).toSorted((a, b) => b - a),
      )
    }),
    { numRuns: 50 },
  )
})

test('a text without a known word is near nothing', () => {
  const neighbours = new Neighbours()
  neighbours.set('a', 'reset', embed('reset'))
  expect(neighbours.near(embed(''), 0.95)).toEqual([])
})
