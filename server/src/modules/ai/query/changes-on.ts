import type { Ctx } from '../../../db/ctx.ts'
import * as audit from '../../audit/store.ts'
import { apiRoot } from '../../../http/api.ts'
import type { Span } from './language/calendar-units.ts'
import { spanText } from './language/describe.ts'
import { isTime, type Condition, type Meaning } from './language/meaning.ts'
import type { Part, AnswerBody } from './model.ts'
import { mayReadHistory } from './records.ts'
import { entryText, subjectTypes } from './record-story.ts'
import * as store from './store.ts'
import { lineOf, partOf } from './telling.ts'

/** What went on: changes whose window lies there or that took a step there, incidents, and what was written in the CMDB. */
export async function changesOn(ctx: Ctx, { conditions }: Meaning): Promise<AnswerBody> {
  const where = conditions.filter((each) => !isTime(each))
  const ci = where.find(({ field }) => field === 'ci_id')
  const { ids, names } =
    ci && 'values' in ci ? { ids: ci.values, names: ci.labels ?? ci.values } : { ids: [], names: [] }
  const span = conditions.find(isTime)!.span
  const changes = await findChanges(ctx, where, span)
  const incidents = await findIncidents(ctx, where, span)
  const [id] = ids.length === 1 ? ids : []
  const isReadable = id !== undefined && (await mayReadHistory(ctx, { type: 'ci', id }))
  const history = isReadable ? await historyOf(ctx, id, span) : undefined
  const at = ids.length > 0 ? ` on ${names.join(' or ')}` : ''
  return {
    answer: [
      `Changes${at} planned or worked on ${spanText(span)}: ${changes.total || 'none'}.`,
      ...changes.records.map((record) => lineOf(ctx, 'change', record as store.FoundRecord)),
      `Incidents${at} opened ${spanText(span)}: ${incidents.total || 'none'}.`,
      ...incidents.records.map((record) => lineOf(ctx, 'incident', record as store.FoundRecord)),
      ...(history && history.part.total > 0
        ? [`Written in the CMDB: ${history.part.total}.`, ...history.lines]
        : []),
    ].join('\n'),
    intent: 'changes_on',
    citations: [],
    results: { ...changes, also: [incidents, ...(history ? [history.part] : [])] },
    actions: [],
    ...(id !== undefined && { record: { type: 'ci' as const, id } }),
  }
}

async function findChanges(ctx: Ctx, where: Condition[], span: Span): Promise<Part> {
  const meaning = { noun: 'change' as const, conditions: [...where, { field: 'activity' as const, span }] }
  return partOf(ctx, meaning, await store.find(ctx.db, meaning, ctx))
}

async function findIncidents(ctx: Ctx, where: Condition[], span: Span): Promise<Part> {
  const meaning = {
    noun: 'incident' as const,
    conditions: [...where, { field: 'created_at' as const, span }],
  }
  return partOf(ctx, meaning, await store.find(ctx.db, meaning, ctx))
}

const lastEntries = 10

async function historyOf(ctx: Ctx, id: string, { from, to }: Span): Promise<{ part: Part; lines: string[] }> {
  const filters = {
    subject_id: id,
    subject_type: subjectTypes.ci,
    ...(from && { after: new Date(from.getTime() - 1).toISOString() }),
    ...(to && { before: to.toISOString() }),
  }
  const page = { sort: 'at', order: 'desc' as const, limit: lastEntries, after: undefined, page: 1 }
  const { rows, total } = await audit.list(ctx.db, filters, page)
  const records = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return {
    part: { type: 'history', total, query: `${apiRoot}/cmdb/cis/${id}/history`, records },
    lines: rows.map((row) => entryText(ctx, row)),
  }
}
