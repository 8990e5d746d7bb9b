const vowel = /[aeiouy]/

/**
 * An English word without its plural, -ing, -ed and silent e, so that `updates`, `updating` and `updated` are one term. Light on
 * purpose: stronger stemming found no more. Other words are left as they are.
 */
export function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const stem = withoutEnding(singularOf(word))
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/(?:sh|ch|x|ss|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`
  const ending = /ing$|(?<!e)ed$/.exec(word)?.[0]
  const stem = ending ? word.slice(0, -ending.length) : word
  if (stem.length < 3 || !vowel.test(stem)) return word
  return ending ? stem.replace(/([bdfgmnprt])\1$/, '$1') : stem
}
