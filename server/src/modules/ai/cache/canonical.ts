/** The question without what does not change its meaning: two questions with the same form share an answer. */
export const canonical = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s?!.]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
