import { readFileSync } from 'node:fs'

/** Two questions, and whether they ask the same. */
export interface Pair {
  type: 'paraphrase' | 'trivial' | 'confusable'
  a: string
  b: string
}

export interface LabelledPair {
  type: string
  a: string
  b: string
  same: 0 | 1 | boolean
  half?: 'dev' | 'unseen'
}

const linesOf = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

export const pairOf = ({ type, a, b, same }: LabelledPair): Pair => {
  if (!same) return { type: 'confusable', a, b }
  return { type: type === 'trivial' ? 'trivial' : 'paraphrase', a, b }
}

/**
 * 300 pairs, written before the rules and split by a hash. Synonyms and rules were chosen on the first half; the second is held
 * out.
 */
export const splitPairs = (half: 'dev' | 'unseen'): Pair[] =>
  linesOf('server/test/questions/cache-pairs.jsonl')
    .map((line) => JSON.parse(line) as LabelledPair)
    .filter((pair) => pair.half === half)
    .map(pairOf)

const readTable = (path: string): Pair[] =>
  linesOf(path)
    .slice(1)
    .map((line) => {
      const [type, a, b] = line.split('\t') as [Pair['type'], string, string]
      return { type, a, b }
    })

/** Written for this project; the model is trained on these, so they are weak evidence. */
export const ownPairs = (): Pair[] => readTable('bench/questions/pairs.tsv')

/** Written without knowledge of the current rules, and held out. */
export const freshPairs = (): Pair[] => readTable('bench/questions/fresh-pairs.tsv')

/** Written by someone who had not seen the training families; held out. */
export const heldOutPairs = (): Pair[] => readTable('bench/questions/held-out-pairs.tsv')
