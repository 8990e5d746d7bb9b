import type { Ctx } from '../../../db/ctx.ts'
import { withContext, type Context } from '../context/model.ts'
import type { Ai } from '../engine/open.ts'
import { answerable, answerableBound } from '../retrieval/answerable.ts'
import type { Section } from '../retrieval/sections.ts'
import { findPassages, type Passage } from '../retrieval/service.ts'
import { withNumbers } from './error-numbers.ts'
import type { Ask } from './model.ts'
import { respelled } from './spelling.ts'
import { findStatement } from './statements.ts'

interface Retrieved {
  /** The question as it was searched. */
  query: string
  passages: Passage[]
  is_covered: boolean
  /** The only one that answers, where the articles as a whole are about more than the question. */
  section?: Section
}

export async function retrieve(
  ctx: Ctx,
  ai: Ai,
  { question, max_kb_results: limit = 5 }: Ask,
  context?: Context,
): Promise<Retrieved> {
  const query = withContext(question, context)
  const find = async (query: string): Promise<Retrieved> => {
    const found = await findPassages(ctx, ai.index, { kind: 'article', query, limit })
    const passages = await withNumbers(ctx, question, found)
    return { query, passages, is_covered: answerable(passages) >= answerableBound }
  }
  const asked = await find(query)
  if (asked.is_covered) return asked
  const spelled = await respelled(ctx, ai, query)
  const corrected = spelled === query ? asked : await find(spelled)
  if (corrected.is_covered) return corrected
  const statement = await findStatement(ctx, ai, corrected.query, corrected.passages)
  if (statement) {
    const { passage, section } = statement
    return { query: corrected.query, passages: [passage], is_covered: true, section }
  }
  return context ? find(context.title) : asked
}
