import { jaccard } from '../text/overlap.ts'
import { wordsIn } from '../text/words.ts'
import { blocksOf, sentencesOf, type Block } from '../text/blocks.ts'

/** Bounds the cost of hostile text. */
const maxText = 20_000

/**
 * The steps of a text: list items and the sentences between them, verbatim without list markers; code belongs to the step
 * before it.
 */
export function stepsOf(text: string): string[] {
  const steps: string[] = []
  for (const block of blocksOf(withoutHeadings(text.slice(0, maxText))))
    if (block.kind === 'code' && steps.length > 0) steps[steps.length - 1] += `\n${block.text}`
    else steps.push(...partsOf(block))
  return steps.map((step) => step.trim()).filter((step) => /[\p{L}\p{N}]/u.test(step))
}

const withoutHeadings = (text: string) => text.replace(/^ {0,3}#{1,6}\s.*$/gm, '')

const mark = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/

function partsOf({ text, kind }: Block): string[] {
  if (kind === 'list')
    return text.split(/\n(?=[^\S\n]*(?:[-*+]|\d{1,3}[.)])\s)/).map((item) => item.replace(mark, ''))
  return kind === 'prose' ? sentencesOf(asOneLine(text)) : [text]
}

const asOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

/** Without near-duplicates; the first of two similar steps stays. */
export function distinct(steps: string[], most: number): string[] {
  const kept: { step: string; words: Set<string> }[] = []
  for (const step of steps) {
    if (kept.length === most) break
    const words = new Set(wordsIn(step))
    if (!kept.some((other) => jaccard(words, other.words) >= 0.8)) kept.push({ step, words })
  }
  return kept.map(({ step }) => step)
}
