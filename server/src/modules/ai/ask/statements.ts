import type { Ctx } from '../../../db/ctx.ts'
import { encoderName } from '../embedding/encoder.ts'
import type { Ai } from '../engine/open.ts'
import { cosine } from '../math/vectors.ts'
import { sectionsOf, type Section } from '../retrieval/sections.ts'
import type { Statistics } from '../retrieval/scoring.ts'
import type { Passage } from '../retrieval/service.ts'
import { statisticsOf } from '../retrieval/store.ts'
import { statementsOf } from '../text/blocks.ts'
import { termsOf } from '../text/terms.ts'
import { shareOf } from './relevance.ts'

// Chosen on one half of the questions of docs/ai.md, like the bound.
const staticWeight = 0.7
const shareWeight = 0.3
/** Among many records some statement resembles every question. */
const boundAmong = (documents: number) => 0.54 + 0.015 * Math.log(Math.max(1, documents))

/** Maximum statements of an article that are looked at, and of all that are encoded, and of their characters. */
const maxStatements = 400
const maxEncoded = 6
const maxLength = 300

interface Statement {
  passage: Passage
  section: Section
  /** With the title and the heading: "90 days" says nothing without them. */
  text: string
  share: number
}

/**
 * A sentence, step or row that says what is asked, in an article that is about more: a passage of many facts is not similar to a
 * question about one of them.
 */
export async function findStatement(
  ctx: Ctx,
  ai: Ai,
  question: string,
  passages: Passage[],
): Promise<Statement | undefined> {
  if (ai.embedding.name !== encoderName) return undefined
  const statistics = await statisticsOf(ctx.db, 'article', termsOf(question))
  const candidates = await statementsFor(ctx, ai, { question, statistics }, passages)
  if (candidates.length === 0) return undefined
  const texts = candidates.map(({ text }) => text)
  const [asked, ...vectors] = await ai.embedding.encode([question, ...texts], { urgent: true })
  if (ai.embedding.name !== encoderName) return undefined
  const [best] = vectors
    .map((vector, i) => ({
      ...candidates[i]!,
      fit: cosine(asked!, vector) + shareWeight * candidates[i]!.share,
    }))
    .toSorted((one, other) => other.fit - one.fit)
  return best!.fit >= boundAmong(statistics.documents) ? best : undefined
}

async function statementsFor(
  ctx: Ctx,
  ai: Ai,
  { question, statistics }: { question: string; statistics: Statistics },
  passages: Passage[],
): Promise<Statement[]> {
  const sections = await sectionsOf(ctx.db, passages)
  const share = shareOf(question, statistics)
  const numbers = termsOf(question).filter((term) => /\d/.test(term))
  const { embed } = ai.static_embedding
  const meaning = embed(question)
  return passages
    .flatMap((passage) =>
      (sections.get(passage.record_id) ?? [])
        .flatMap((section) => statementsOf(section.text).map((text) => ({ passage, section, text })))
        .slice(0, maxStatements),
    )
    .map((each) => {
      const text = `${each.passage.title}\n${each.section.heading}\n${each.text}`.slice(0, maxLength)
      return { ...each, text, share: share(text) }
    })
    .filter(({ text, share }) => share > 0 && hasAll(text, numbers))
    .map((each) => ({ ...each, rank: each.share + staticWeight * cosine(meaning, embed(each.text)) }))
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, maxEncoded)
}

/** What is said of another version or error code is no answer. */
function hasAll(text: string, terms: string[]): boolean {
  if (terms.length === 0) return true
  const own = new Set(termsOf(text))
  return terms.every((term) => own.has(term))
}
