import type { Ctx } from '../../../db/ctx.ts'
import { encoderName } from '../embedding/encoder.ts'
import type { Ai } from '../engine/open.ts'
import { cosine } from '../math/vectors.ts'
import { sectionsOf, type Section } from '../retrieval/sections.ts'
import type { Passage } from '../retrieval/service.ts'
import { statisticsOf } from '../retrieval/store.ts'
import { statementsOf } from '../text/blocks.ts'
import { termsOf } from '../text/terms.ts'
import { shareOf } from './relevance.ts'

// Chosen on one half of the questions of docs/ai.md: no unanswerable question of it has such a statement.
const minShare = 0.5
const minCosine = 0.5

/** Maximum statements of an article that are looked at, and of all that are encoded. */
const maxStatements = 400
const maxEncoded = 3
const maxLength = 300

interface Statement {
  passage: Passage
  section: Section
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
  const candidates = await statementsFor(ctx, question, passages)
  if (candidates.length === 0) return undefined
  const texts = candidates.map(({ text }) => text.slice(0, maxLength))
  const [asked, ...vectors] = await ai.embedding.encode([question, ...texts], { urgent: true })
  if (ai.embedding.name !== encoderName) return undefined
  const near = vectors.map((vector, i) => ({ ...candidates[i]!, cosine: cosine(asked!, vector) }))
  return near
    .filter((each) => each.cosine >= minCosine)
    .toSorted((one, other) => other.cosine + other.share - one.cosine - one.share)[0]
}

async function statementsFor(ctx: Ctx, question: string, passages: Passage[]): Promise<Statement[]> {
  const ids = passages.map(({ record_id }) => record_id)
  const [sections, statistics] = await Promise.all([
    sectionsOf(ctx.db, ids),
    statisticsOf(ctx.db, 'article', termsOf(question)),
  ])
  const share = shareOf(question, statistics)
  return passages
    .flatMap((passage) =>
      (sections.get(passage.record_id) ?? [])
        .flatMap((section) => statementsOf(section.text).map((text) => ({ passage, section, text })))
        .slice(0, maxStatements),
    )
    .map((each) => ({
      ...each,
      share: share(`${each.passage.title} ${each.section.heading} ${each.text}`),
    }))
    .filter((each) => each.share >= minShare)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, maxEncoded)
}
