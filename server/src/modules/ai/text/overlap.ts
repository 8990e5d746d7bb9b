export const shareOf = (words: Set<string>, others: Set<string>): number =>
  words.size === 0 ? 0 : countShared(words, others) / words.size

/** Jaccard similarity: 0 to 1. */
export function jaccard(a: Set<string>, b: Set<string>): number {
  const shared = countShared(a, b)
  return shared / (a.size + b.size - shared || 1)
}

const countShared = (a: Set<string>, b: Set<string>): number => [...a].filter((word) => b.has(word)).length
