import { expect, test } from 'vitest'
import { openIntents } from './by-meaning.ts'
import { examples } from './language/intents.ts'

/** How often each letter occurs: alike texts have alike vectors. */
const encode = async (texts: readonly string[]) =>
  texts.map((text) => {
    const counts = Float32Array.from(
      { length: 26 },
      (_, n) => text.split(String.fromCharCode(97 + n)).length - 1,
    )
    const length = Math.hypot(...counts) || 1
    return counts.map((count) => count / length)
  })

test('the nearest example comes with others of other rows, and none of small talk', async () => {
  const { example, score, alike } = await openIntents(encode)(['who is the busiest', '', ''])
  expect(example).toBe('who is the busiest')
  expect(score).toBeCloseTo(1)
  const rows = alike!.map((text) => examples.find((each) => each.example === text)!.wants)
  expect(rows).toHaveLength(3)
  expect(new Set(rows).size).toBe(3)
  expect(rows.filter(({ is }) => ['knowledge', 'greeting', 'chatter', 'help'].includes(is))).toEqual([])
})

test('equal forms of a question are encoded once', async () => {
  const texts: string[] = []
  const nearest = openIntents(async (some) => {
    if (some.length < examples.length) texts.push(...some)
    return encode(some)
  })
  const { example } = await nearest(['who is the busiest', 'who is the busiest', 'who is the incident'])
  expect(example).toBe('who is the busiest')
  expect(texts).toEqual(['who is the busiest', 'who is the incident'])
})
