import { Type, type Static } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import { notFound } from '../../../kernel/errors.ts'
import { Enum } from '../../../kernel/schema.ts'
import { incident } from '../../incidents/model.ts'
import type { ReadTool } from '../models/model.ts'
import type { Ai } from '../engine/open.ts'
import { findPassages } from '../retrieval/service.ts'
import { recordsIn } from './checked-text.ts'
import { answerLive } from './live.ts'
import { nouns, recordIn, sorts, type Condition, type Meaning, type ValueField } from './language/meaning.ts'
import { hasField, schemas } from './language/schema.ts'
import type { Citation, AnswerBody } from './model.ts'
import { load } from './records.ts'

/** What a model has read while it answered; only of that may its answer speak. */
export interface ReadSoFar {
  told?: AnswerBody
  articles: Map<string, Citation>
  /** Ids of the records among it. */
  ids: Set<string>
}

const Texts = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }))
const Moment = Type.Optional(Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' }))

/** Here, `type` is the kind of record. */
type FieldFilter = Exclude<ValueField, 'text' | 'condition' | 'type'>

/** The fields by which the list of some kind of record can be filtered. */
const fieldFilters = [
  ...new Set(
    Object.values(schemas).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => name !== 'type' && fields[name]!.traits.includes('filter')),
    ),
  ),
] as FieldFilter[]

const filters = {
  type: Enum(nouns),
  is_open: Type.Optional(Type.Boolean()),
  unassigned: Type.Optional(Type.Boolean()),
  sla: incident.filter_schemas.sla,
  text: Type.Optional(Type.String({ maxLength: 200, description: 'Full text' })),
  created_after: Moment,
  created_before: Moment,
  ...(Object.fromEntries(fieldFilters.map((name) => [name, Texts])) as Record<FieldFilter, typeof Texts>),
}
const Filters = Type.Object(filters, { additionalProperties: false })
type Filters = Static<typeof Filters>
const Search = Type.Object(
  { ...filters, sort: Type.Optional(Enum(sorts)), order: Type.Optional(Enum(['asc', 'desc'])) },
  { additionalProperties: false },
)
const Grouped = Type.Object(
  {
    ...filters,
    by: Enum(['assignment_group', 'assigned_to', 'category', 'priority', 'state', 'day', 'week', 'month']),
  },
  { additionalProperties: false },
)
const Id = Type.Object({ id: Type.String({ maxLength: 40 }) }, { additionalProperties: false })
const Wanted = Type.Object(
  { query: Type.String({ minLength: 1, maxLength: 500 }) },
  { additionalProperties: false },
)
const Happened = Type.Object(
  { ci_id: Type.String({ maxLength: 40 }), after: Moment, before: Moment },
  { additionalProperties: false },
)

/** A tool whose arguments have the type that its schema says. */
const tool = <S extends Type.TSchema>(
  name: string,
  description: string,
  parameters: S,
  run: (args: Static<S>) => Promise<unknown>,
): ReadTool => ({
  name,
  description,
  parameters,
  run,
})

/** All that a model may do: read what the caller may read, by the same functions as the grammar. */
export function toolsFor(ctx: Ctx, ai: Ai, read: ReadSoFar): ReadTool[] {
  const live = async (meaning: Meaning) => {
    const told = await answerLive(ctx, ai, meaning, [])
    read.told = told
    return keep(read, told.results)
  }
  return [
    tool(
      'search_records',
      'Finds records; the first 20 and the exact total',
      Search,
      ({ sort: by, order = 'desc', ...args }) =>
        live({
          intent: 'list',
          noun: args.type,
          conditions: conditionsOf(args),
          ...(by && { sort: { by, order } }),
        }),
    ),
    tool('count_records', 'Counts records exactly', Filters, (args) =>
      live({ intent: 'count', noun: args.type, conditions: conditionsOf(args) }),
    ),
    tool('group_records', 'Counts records by the values of a field', Grouped, ({ by, ...args }) =>
      live({
        intent: 'stats',
        noun: args.type,
        conditions: conditionsOf(args),
        group_by: by,
        measure: 'count',
      }),
    ),
    tool('changes_on_ci', 'What went on at a configuration item', Happened, ({ ci_id, after, before }) => {
      const span = { ...(after && { from: new Date(after) }), ...(before && { to: new Date(before) }) }
      const conditions: Condition[] = [
        { field: 'ci_id', values: [ci_id] },
        { field: 'activity', span: after || before ? span : { from: new Date(0) } },
      ]
      return live({ intent: 'changes_on', noun: 'change', conditions })
    }),
    tool('get_record', 'One record by its id, such as INC0000042', Id, async ({ id }) => {
      const ref = recordIn(id)
      const record = ref && (await load(ctx, ref))
      if (!ref || !record) throw notFound(`The record ${id}`)
      read.told ??= await answerLive(
        ctx,
        ai,
        { intent: 'show', noun: ref.type, conditions: [], record: ref, aspect: 'all' },
        [],
      )
      return keep(read, record)
    }),
    tool('search_knowledge', 'Passages of published knowledge articles', Wanted, async ({ query }) => {
      const passages = await findPassages(ctx, ai.index, { kind: 'article', query, limit: 5 })
      for (const { record_id, title, score } of passages)
        read.articles.set(record_id, {
          article_id: record_id,
          title,
          relevance: Math.round(1000 * Math.min(1, score)) / 1000,
        })
      return keep(
        read,
        passages.map(({ record_id: id, title, heading, text }) => ({ id, title, heading, text })),
      )
    }),
  ]
}

function keep<T>(read: ReadSoFar, found: T): T {
  for (const id of recordsIn(found)) read.ids.add(id)
  return found
}

/** What a kind of record does not have is not asked for. */
function conditionsOf(args: Filters): Condition[] {
  const { type, is_open, unassigned, sla, text, created_after, created_before } = args
  const has = (field: ValueField, wanted: unknown) => wanted !== undefined && hasField(type, field)
  const span = {
    ...(created_after && { from: new Date(created_after) }),
    ...(created_before && { to: new Date(created_before) }),
  }
  return [
    ...fieldFilters.flatMap((field) =>
      has(field, args[field]) && args[field]!.length > 0 ? [{ field, values: args[field]! }] : [],
    ),
    ...(has('condition', is_open)
      ? [{ field: 'condition' as const, values: ['open'], ...not(is_open) }]
      : []),
    ...(type === 'incident' && sla ? [{ field: 'condition' as const, values: [sla] }] : []),
    ...(has('assigned_to', unassigned)
      ? [{ field: 'assigned_to' as const, values: [], ...not(unassigned) }]
      : []),
    ...(text?.trim() ? [{ field: 'text' as const, values: [text] }] : []),
    ...(created_after || created_before ? [{ field: 'created_at' as const, span }] : []),
  ]
}

const not = (wanted: boolean | undefined) => (wanted ? {} : { is_negated: true as const })
