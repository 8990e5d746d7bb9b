import fc from 'fast-check'

const [surrogates, afterSurrogates, end] = [0xd800, 0xe000, 0x110000]
const half = end - afterSurrogates

/**
 * Any code point except surrogates, like the unit 'binary', without the seconds that it needs to list them all. Half of them
 * are before the surrogates. One number for both halves, because long texts have many of them.
 */
export const anyCharacter = fc
  .nat({ max: 2 * half - 1 })
  .map((n) => String.fromCodePoint(n < half ? n % surrogates : n - half + afterSurrogates))
