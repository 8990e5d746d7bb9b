import type { Ctx } from '../../../db/ctx.ts'
import type { Ai } from '../engine/open.ts'
import type { Passage } from '../retrieval/service.ts'
import { sectionsOf, type Section } from '../retrieval/sections.ts'
import { statisticsOf } from '../retrieval/store.ts'
import { withoutForeignLinks } from '../text/links.ts'
import { termsOf } from '../text/terms.ts'
import { excerptOf } from './extract.ts'
import { relevanceTo } from './relevance.ts'

/** Maximum characters quoted from the best article and from each further one. */
const maxExcerptLengths = [1500, 500, 500]

/** Further articles are quoted only when their score is this close to the best. */
const minScoreRatio = 0.65

/** An answer in the words of the articles, or of the one section that answers, and the articles that it quotes. */
export async function quote(
  ctx: Ctx,
  ai: Ai,
  query: string,
  passages: Passage[],
  section?: Section,
): Promise<{ answer: string; quoted: string[] }> {
  const best = passages[0]!.score
  const quotedPassages = passages
    .filter(({ score }) => score >= minScoreRatio * best)
    .slice(0, maxExcerptLengths.length)
  const [sections, statistics] = await Promise.all([
    sectionsOf(ctx.db, quotedPassages),
    statisticsOf(ctx.db, 'article', termsOf(query)),
  ])
  const relevance = await relevanceTo(query, ai, statistics)
  const excerpts = new Map<string, string>()
  for (const [rank, { record_id, title }] of quotedPassages.entries()) {
    const text = excerptOf(
      title,
      section ? [section] : (sections.get(record_id) ?? []),
      relevance,
      maxExcerptLengths[rank]!,
    )
    const safe = withoutForeignLinks(text, ctx.config.base_url).trim()
    if (safe && ![...excerpts.values()].includes(safe)) excerpts.set(record_id, safe)
  }
  return {
    answer: [...excerpts].map(([id, text]) => cite(text, id)).join('\n\n'),
    quoted: [...excerpts.keys()],
  }
}

/** After a code fence or a table, the citation goes on its own line. */
const cite = (text: string, id: string) => `${text}${/(```|~~~|\|)$/.test(text) ? '\n\n' : ' '}[${id}]`
