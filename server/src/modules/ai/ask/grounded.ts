import { Type } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import { withKnownAddresses } from '../models/known-addresses.ts'
import type { Alias, Cost } from '../models/model.ts'
import type { Models } from '../models/open.ts'
import { fence, visible } from '../models/prompt.ts'
import type { Passage } from '../retrieval/service.ts'
import { supportedClaims, joinClaims } from './citations.ts'

type Source = Pick<Passage, 'record_id' | 'title' | 'heading' | 'text'>

interface Question {
  alias: Alias
  question: string
  /** Title of the record that the question is about. */
  context?: string
  onSpent?: (tokens: number) => void
}

interface GroundedAnswer<P extends Source> extends Cost {
  answer: string
  /** The passages that support the answer, in order. */
  cited: P[]
}

const Claims = Type.Object(
  {
    sentences: Type.Array(
      Type.Object(
        { text: Type.String({ maxLength: 2000 }), sources: Type.Array(Type.Integer(), { maxItems: 20 }) },
        { additionalProperties: false },
      ),
      { maxItems: 60 },
    ),
  },
  { additionalProperties: false },
)

const system = `You answer questions of IT staff from the knowledge base of their organisation.
- Use nothing but the numbered sources, and stay close to their words. Keep commands, names and numbers exactly as they stand there.
- Give one sentence or one step per entry, each with the numbers of the sources that say it. Steps begin with 1., 2. and so on.
- Answer briefly, in the language of the question, and do not mention sources in the text.
- When the sources do not answer the question, give no sentences.`

/** A model's answer, reduced to what its sources support; undefined when nothing is left, or no model answers. */
export async function ground<P extends Source>(
  ctx: Ctx,
  models: Models,
  { alias, question, context, onSpent }: Question,
  passages: P[],
): Promise<GroundedAnswer<P> | undefined> {
  const texts = passages.map(({ title, heading, text }) => visible(`${title}\n${heading}\n${text}`))
  const prompt = [
    ...texts.map((text, i) => `Source ${i + 1}:\n${fence(text)}`),
    ...(context ? [`The record that the question is about:\n${fence(context)}`] : []),
    `Question: ${visible(question)}`,
  ].join('\n\n')
  const said = await models.generate(ctx, { alias, endpoint: 'ask', system, prompt, schema: Claims, onSpent })
  if (!said) return undefined
  const claims = supportedClaims(said.value.sentences, texts)
  if (claims.length === 0) return undefined
  const cited = new Set(claims.flatMap(({ sources }) => sources))
  const seen = texts.filter((_, i) => cited.has(i + 1))
  const answer = joinClaims(claims, (source) => passages[source - 1]!.record_id)
  return {
    answer: withKnownAddresses(answer, { base_url: ctx.config.base_url, seen }),
    cited: passages.filter((_, i) => cited.has(i + 1)),
    model_used: said.model_used,
    tokens_used: said.tokens_used,
  }
}
