const vowel = /[aeiouy]/

/**
 * An English word without its plural, -ing, -ed and silent e, so that `updates`, `updating` and `updated` are one term.
 * Light on purpose: stronger stemming did not improve search. `strong` also removes -ation and -ly, for comparing a
 * sentence with its source: `configuration` is `configure`. Other words stay as they are.
 */
export function stemOf(word: string, { strong = false } = {}): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const base = strong ? word.replace(/(?<=...)(?:ations?|ly)$/, '') : word
  const stem = withoutEnding(singularOf(base))
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

export function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:sh|ch|x|ss|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** Of a word without irregular forms: categories, classes, teams. */
export const pluralOf = (word: string): string => `${word.replace(/y$/, 'ie').replace(/s$/, 'se')}s`

function withoutEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`
  const ending = /ing$|(?<!e)ed$/.exec(word)?.[0]
  const stem = ending ? word.slice(0, -ending.length) : word
  if (stem.length < 3 || !vowel.test(stem)) return word
  return ending ? stem.replace(/([bdfgmnprt])\1$/, '$1') : stem
}

/** A word, and what may be its singular or its plural; good enough to compare names. */
export const formsOf = (word: string): string[] => [
  word,
  `${word}s`,
  ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
  ...(word.endsWith('es') ? [word.slice(0, -2)] : [`${word}es`]),
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []),
]
