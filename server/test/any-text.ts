import fc from 'fast-check'

/** Any code point except surrogates, like the unit 'binary', without the seconds that it needs to list them all. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
