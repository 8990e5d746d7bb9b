import { Type, type Static } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import { notFound } from '../../../kernel/errors.ts'
import { Enum } from '../../../kernel/schema.ts'
import type { ReadTool } from '../models/model.ts'
import type { Ai } from '../open.ts'
import { findPassages } from '../retrieval/service.ts'
import { recordsIn } from './checked-text.ts'
import { answerLive } from './live.ts'
import { nouns, recordIn, type Condition, type Meaning } from './language/meaning.ts'
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

const filters = {
  type: Enum(nouns),
  is_open: Type.Optional(Type.Boolean()),
  is_breached: Type.Optional(Type.Boolean({ description: 'Incidents only' })),
  is_unassigned: Type.Optional(Type.Boolean()),
  priority: Texts,
  state: Texts,
  assignment_group: Texts,
  assigned_to: Texts,
  category: Texts,
  ci_id: Texts,
  text: Type.Optional(Type.String({ maxLength: 200, description: 'Full text' })),
  created_after: Moment,
  created_before: Moment,
}
const Filters = Type.Object(filters, { additionalProperties: false })
type Filters = Static<typeof Filters>
const Search = Type.Object(
  {
    ...filters,
    sort: Type.Optional(Enum(['created_at', 'updated_at', 'priority'])),
    order: Type.Optional(Enum(['asc', 'desc'])),
  },
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
  run: run as ReadTool['run'],
})

/** All that a model may do: read what the caller may read, by the same functions as the grammar. */
export function toolsFor(ctx: Ctx, ai: Ai, read: ReadSoFar): ReadTool[] {
  const live = async (meaning: Meaning) => {
    const told = await answerLive(ctx, meaning, [])
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
        { intent: 'show', noun: ref.type, conditions: [], record: ref, aspect: 'all' },
        [],
      )
      return keep(read, record)
    }),
    tool('search_knowledge', 'Passages of published knowledge articles', Wanted, async ({ query }) => {
      const passages = await findPassages(ctx, ai.embedding, { kind: 'article', query, limit: 5 })
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
  const { type, text, created_after, created_before } = args
  const values = (
    ['priority', 'state', 'assignment_group', 'assigned_to', 'category', 'ci_id'] as const
  ).flatMap((field) => (args[field]?.length && hasField(type, field) ? [{ field, values: args[field] }] : []))
  const is = (value: string, wanted: boolean | undefined): Condition[] =>
    wanted === undefined || schemas[type].open_states.length === 0
      ? []
      : [{ field: 'condition', values: [value], ...(!wanted && { is_negated: true as const }) }]
  return [
    ...values,
    ...is('open', args.is_open),
    ...(type === 'incident' ? is('breached', args.is_breached) : []),
    ...(args.is_unassigned && hasField(type, 'assigned_to')
      ? [{ field: 'assigned_to' as const, values: [] }]
      : []),
    ...(text?.trim() ? [{ field: 'text' as const, values: [text] }] : []),
    ...(created_after || created_before
      ? [
          {
            field: 'created_at' as const,
            span: {
              ...(created_after && { from: new Date(created_after) }),
              ...(created_before && { to: new Date(created_before) }),
            },
          },
        ]
      : []),
  ]
}
