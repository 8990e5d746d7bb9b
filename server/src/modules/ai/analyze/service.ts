import type { Ctx } from '../../../db/ctx.ts'
import { notFound } from '../../../kernel/errors.ts'
import { changes } from '../../changes/store.ts'
import { cis } from '../../cmdb/store.ts'
import { requests } from '../../requests/store.ts'
import type { Answer, Source } from '../cache/model.ts'
import { answer } from '../cache/service.ts'
import { contextKey, type Context } from '../context/model.ts'
import { findContext } from '../context/service.ts'
import { defaultAlias, type Alias } from '../models/model.ts'
import type { Ai } from '../engine/open.ts'
import { factsOfChange, factsOfCi, factsOfIncident, factsOfRequest } from './facts.ts'
import { gatherForCi, gatherForIncident, gatherForPlanned } from './gather.ts'
import { assess } from './impact.ts'
import type { AnalyzeRequest, Findings, Level, RecordType } from './model.ts'
import { phraseRootCause, phraseSummary } from './phrase.ts'
import { rootCauseOf } from './root-cause.ts'
import * as store from './store.ts'
import { capital, summaryOf } from './summarize.ts'

export async function analyze(ctx: Ctx, ai: Ai, request: AnalyzeRequest, bypass: boolean) {
  const { record_type, record_id, analysis_type, model = defaultAlias } = request
  const subject = await read(ctx, record_type, record_id)
  const context = await findContext(ctx, request.context_record)
  const { id, version } = subject.row
  return answer(
    ctx,
    ai.cache,
    {
      endpoint: 'analyze',
      text: `${record_type} ${id}`,
      partition: {
        analysis_type,
        version,
        context: contextKey(context),
        model: [model, ai.models.nameOf(model)],
      },
      is_semantic: false,
      bypass,
    },
    async (): Promise<Answer<AnalysisBody>> => {
      const made = await analyses[analysis_type](ctx, ai, subject, { alias: model, context })
      const { findings, sources, ...cost } = made
      return {
        body: { record_id: id, analysis_type, findings },
        ...localCost(ai, findings),
        ...cost,
        sources: [{ kind: record_type, id, version }, ...sources],
      }
    },
  )
}

/** The text of a summary, without a model. */
export async function summarize(ctx: Ctx, ai: Ai, type: RecordType, id: string): Promise<string> {
  return summaryOf(await factsOf(ctx, ai, await read(ctx, type, id)), ctx.now).summary
}

interface AnalysisBody {
  record_id: string
  analysis_type: string
  findings: Findings
}

/** `model_used` and `tokens_used` are set when a model answered. */
interface AnalysisResult {
  findings: Findings
  sources: Source[]
  model_used?: string
  tokens_used?: number
  keep?: false
}

const localName = ({ embedding }: Ai) => `local/${embedding.name}`

/** Without the words of a model that was requested, the result is not kept: the model may be available again. */
const orUnphrased = (
  ai: Ai,
  alias: Alias,
  result: AnalysisResult,
  phrased: Partial<AnalysisResult> | undefined,
): AnalysisResult => {
  if (phrased) return { ...result, ...phrased }
  return ai.models.nameOf(alias) === localName(ai) ? result : { ...result, keep: false }
}

const localCost = (ai: Ai, findings: Findings) => ({
  model_used: localName(ai),
  tokens_used: ai.embedding.countTokens(JSON.stringify(findings)),
})

const readers = {
  incident: (ctx: Ctx, id: string) => store.findIncident(ctx.db, id),
  change: (ctx: Ctx, id: string) => changes.find(ctx.db, id),
  request: (ctx: Ctx, id: string) => requests.find(ctx.db, id),
  ci: (ctx: Ctx, id: string) => cis.find(ctx.db, id),
}
type Readers = typeof readers
type Subject = {
  [T in RecordType]: { type: T; row: NonNullable<Awaited<ReturnType<Readers[T]>>> }
}[RecordType]

async function read(ctx: Ctx, type: RecordType, id: string): Promise<Subject> {
  const row = await readers[type](ctx, id)
  if (!row) throw notFound(`${type === 'ci' ? 'Configuration item' : capital(type)} ${id}`)
  return { type, row } as Subject
}

interface AnalysisOptions {
  alias: Alias
  context: Context | undefined
}

type Analysis = (ctx: Ctx, ai: Ai, subject: Subject, wishes: AnalysisOptions) => Promise<AnalysisResult>

const analyses: Record<AnalyzeRequest['analysis_type'], Analysis> = {
  root_cause: async (ctx, ai, subject, { alias, context }) => {
    const gathered = await gatherFor(ctx, ai, subject, context)
    const findings = rootCauseOf(gathered.found, gathered.groups, ctx.config.base_url)
    const about = { id: subject.row.id, title: titleOf(subject) }
    const phrased = await phraseRootCause(ctx, ai.models, alias, about, findings)
    return orUnphrased(ai, alias, { findings, sources: gathered.sources }, phrased)
  },
  impact: async (ctx, _ai, { type, row }) => {
    const { id } = row
    if (type === 'change') return assess(ctx, { id, ci_ids: row.ci_ids, risk: row.risk as Level })
    if (type === 'incident')
      return assess(ctx, { id, ci_ids: row.ci_id ? [row.ci_id] : [], priority: row.priority })
    return assess(ctx, { id, ci_ids: type === 'ci' ? [id] : [] })
  },
  summary: async (ctx, ai, subject, { alias }) => {
    const facts = await factsOf(ctx, ai, subject)
    const findings = summaryOf(facts, ctx.now)
    const phrased = await phraseSummary(ctx, ai.models, alias, subject.row, findings)
    const sources = facts.links.map(({ kind, id, version }) => ({ kind, id, version }))
    return orUnphrased(ai, alias, { findings, sources }, phrased)
  },
}

function gatherFor(ctx: Ctx, { index }: Ai, { type, row }: Subject, context: Context | undefined) {
  if (type === 'incident') return gatherForIncident(ctx, index, row, context)
  if (type === 'ci') return gatherForCi(ctx, index, row, context)
  return gatherForPlanned(ctx, index, { row, ci_id: type === 'change' ? row.ci_ids[0] : undefined }, context)
}

const titleOf = ({ type, row }: Subject): string => (type === 'ci' ? row.name : row.short_description)

const factsOf = (ctx: Ctx, { static_embedding: embedding }: Ai, { type, row }: Subject) =>
  type === 'incident'
    ? factsOfIncident(ctx, embedding, row)
    : type === 'change'
      ? factsOfChange(ctx, row)
      : type === 'request'
        ? factsOfRequest(ctx, row)
        : factsOfCi(ctx, row)
