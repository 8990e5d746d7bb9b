/** Letters that Unicode does not take apart into a plain one and an accent. */
const plainOf = new Map(
  'Øo øo Łl łl Đd đd Ðd ðd ıi ςσ ẞss ßss Æae æae Œoe œoe Þth þth'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)
const unusual = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g')

/** The letters that a search compares, without accents: the same as folded() of the database. */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u0337\u0339-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(unusual, (letter) => plainOf.get(letter)!)

/** In most words of English such letters stand at the end, or after a vowel or "q": value, does, request. */
const umlautInTwoLetters = /(?<![aeiouq])([aou])e(?!s?$|d$)/g

/** How else the umlauts of a word in lower case may be written: "mueller" as "muller", and "müller" as "mueller". */
export function umlautSpellings(word: string): string[] {
  const given = foldLetters(word)
  const inTwoLetters = foldLetters(
    word
      .normalize('NFD')
      .replaceAll(/(?<=[aou])\u0308/g, 'e')
      .replaceAll('ø', 'oe'),
  )
  return [...new Set([inTwoLetters, given.replaceAll(umlautInTwoLetters, '$1')])].filter(
    (spelling) => spelling !== given,
  )
}
