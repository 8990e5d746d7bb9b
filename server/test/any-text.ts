import fc from 'fast-check'

/** Any code point but halves of pairs, as the unit 'binary' has them, without the seconds that it takes to list all first. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
