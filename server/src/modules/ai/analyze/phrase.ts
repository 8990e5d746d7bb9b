import { Type } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import type { Alias, Cost } from '../models/model.ts'
import type { Models } from '../models/open.ts'
import { fence } from '../models/prompt.ts'
import { quote } from '../text/quote.ts'
import { onlyKnown, reorder } from './checked.ts'
import type { RootCause, Summary } from './model.ts'

const longestText = 2000

/** The findings phrased by a model, or undefined when there is no model or its text fails the checks. */
type PhrasedFindings<F> = Promise<({ findings: F } & Cost) | undefined>

/**
 * A model may rephrase the evidence and order the steps. It cannot name other records or add steps, and the confidence stays
 * ours.
 */
export async function phraseRootCause(
  ctx: Ctx,
  models: Models,
  alias: Alias,
  about: { id: string; title: string },
  findings: RootCause,
): PhrasedFindings<RootCause> {
  const { evidence, probable_root_cause, resolution_steps } = findings
  if (evidence.length === 0) return undefined
  const said = await models.generate(ctx, {
    alias,
    endpoint: 'analyze',
    system: `You help the people who resolve IT incidents. From the evidence alone you say in one to three sentences what the most probable root cause is, and put the given steps into the best order. You name records only by ids that stand in the evidence, and invent nothing. When the evidence does not show a cause, you say that it is inconclusive.`,
    prompt: [
      `The record ${about.id}:\n${fence(about.title)}`,
      `The evidence:\n${fence(evidence.map(({ statement }) => `- ${statement}`).join('\n'))}`,
      `What a rule made of it:\n${fence(probable_root_cause)}`,
      `The steps, each with its number:\n${fence(resolution_steps.map((step, i) => `${i}: ${step}`).join('\n'))}`,
    ].join('\n\n'),
    schema: Type.Object({
      probable_root_cause: Type.String({ minLength: 1, maxLength: longestText }),
      step_order: Type.Array(Type.Integer(), { maxItems: 50 }),
    }),
  })
  const known = new Set([about.id, ...evidence.map(({ id }) => id), ...findings.similar_past_incidents])
  if (!said) return undefined
  const { value, ...cost } = said
  const cause = checked(ctx, value.probable_root_cause, known)
  if (!cause) return undefined
  const steps = reorder(resolution_steps, value.step_order)
  return { findings: { ...findings, probable_root_cause: cause, resolution_steps: steps }, ...cost }
}

export async function phraseSummary(
  ctx: Ctx,
  models: Models,
  alias: Alias,
  about: { id: string },
  findings: Summary,
): PhrasedFindings<Summary> {
  const said = await models.generate(ctx, {
    alias,
    endpoint: 'analyze',
    system: `You summarise records of IT service management for a colleague who takes over: what it is about, who has to do with it, since when, where it stands and what is open. At most six sentences, only what stands in the record, nothing invented. You name other records only by ids that stand there.`,
    prompt: `The record:\n${fence(findings.summary)}\n\nIts notes, oldest first:\n${fence(
      findings.key_notes.map(({ created_at, author, text }) => `${created_at} ${author}: ${text}`).join('\n'),
    )}`,
    schema: Type.Object({ summary: Type.String({ minLength: 1, maxLength: longestText }) }),
  })
  const known = new Set([about.id, ...findings.links.map(({ id }) => id)])
  if (!said) return undefined
  const { value, ...cost } = said
  const summary = checked(ctx, value.summary, known)
  return summary ? { findings: { ...findings, summary }, ...cost } : undefined
}

const checked = (ctx: Ctx, text: string, known: Set<string>) =>
  quote(onlyKnown(text, known), ctx.config.base_url, longestText)
