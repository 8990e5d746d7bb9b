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
import { spanOf } from './language/calendar.ts'
import { nouns, recordIn, sorts } from './language/meaning.ts'
import type { Condition, GroupField, Meaning, ValueField } from './language/meaning.ts'
import { hasField, schemas } from './language/schema.ts'
import type { Citation, AnswerBody } from './model.ts'
import { load } from './records.ts'

/** Everything that a model has read for an answer; the answer may refer to nothing else. */
export interface ReadRecords {
  answer?: AnswerBody
  articles: Map<string, Citation>
  /** Ids of the records that it has read. */
  ids: Set<string>
}

const Texts = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }))
const Moment = Type.Optional(Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' }))

/** Here, `type` is the kind of record. */
type FieldFilter = Exclude<ValueField, 'text' | 'condition' | 'type'>

/** Fields that at least one list can be filtered by. */
const filterable = Object.values(schemas).flatMap(({ fields }) =>
  Object.keys(fields).filter((name) => name !== 'type' && fields[name]!.traits.includes('filter')),
)
const fieldFilters = [...new Set(filterable)] as FieldFilter[]

const Arguments = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
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
const Filters = Arguments(filters)
const Search = Arguments({
  ...filters,
  sort: Type.Optional(Enum(sorts)),
  order: Type.Optional(Enum(['asc', 'desc'])),
})
const groupings = 'assignment_group assigned_to category priority state day week month'.split(
  ' ',
) as GroupField[]
const GroupedFilters = Arguments({ ...filters, by: Enum(groupings) })
const Id = Arguments({ id: Type.String({ maxLength: 40 }) })
const KnowledgeQuery = Arguments({ query: Type.String({ minLength: 1, maxLength: 500 }) })
const CiPeriod = Arguments({ ci_id: Type.String({ maxLength: 40 }), after: Moment, before: Moment })

/** A tool whose arguments have the type that its schema says. */
const tool = <S extends Type.TSchema>(
  name: string,
  description: string,
  parameters: S,
  run: (args: Static<S>) => Promise<unknown>,
): ReadTool => ({ name, description, parameters, run })

/** The read-only tools of a model, under the caller's rights, with the same functions as the grammar. */
export function toolsFor(ctx: Ctx, ai: Ai, read: ReadRecords): ReadTool[] {
  const live = async (meaning: Meaning) => {
    read.answer = await answerLive(ctx, ai, meaning, { unused: [] })
    return keep(read, read.answer.results)
  }
  const of = (args: Static<typeof Filters>) => ({ noun: args.type, conditions: conditionsOf(args) })
  return [
    tool(
      'search_records',
      'Finds records; the first 20, and how many there are: exact unless total_is_exact is false',
      Search,
      (args) => {
        const { sort: by, order = 'desc' } = args
        return live({ intent: 'list', ...of(args), ...(by && { sort: { by, order } }) })
      },
    ),
    tool('count_records', 'Counts records; exact unless total_is_exact is false', Filters, (args) =>
      live({ intent: 'count', ...of(args) }),
    ),
    tool('group_records', 'Counts records by the values of a field', GroupedFilters, (args) =>
      live({ intent: 'stats', ...of(args), group_by: args.by, measure: 'count' }),
    ),
    tool('changes_on_ci', 'What went on at a configuration item', CiPeriod, ({ ci_id, after, before }) => {
      const span = after || before ? spanOf(after, before) : { from: new Date(0) }
      const on: Condition[] = [{ field: 'ci_id', values: [ci_id] }]
      return live({ intent: 'changes_on', noun: 'change', conditions: [...on, { field: 'activity', span }] })
    }),
    tool('get_record', 'One record by its id, such as INC0000042', Id, async ({ id }) => {
      const ref = recordIn(id)
      const record = ref && (await load(ctx, ref))
      if (!ref || !record) throw notFound(`The record ${id}`)
      const meaning: Meaning = { intent: 'show', noun: ref.type, conditions: [], record: ref, aspect: 'all' }
      read.answer ??= await answerLive(ctx, ai, meaning, { unused: [] })
      return keep(read, record)
    }),
    tool(
      'search_knowledge',
      'Passages of published knowledge articles',
      KnowledgeQuery,
      async ({ query }) => {
        const passages = await findPassages(ctx, ai.index, { kind: 'article', query, limit: 5 })
        for (const { record_id: article_id, title, score } of passages) {
          const relevance = Math.round(1000 * Math.min(1, score)) / 1000
          read.articles.set(article_id, { article_id, title, relevance })
        }
        const texts = passages.map(({ record_id: id, title, heading, text }) => ({
          id,
          title,
          heading,
          text,
        }))
        return keep(read, texts)
      },
    ),
  ]
}

function keep<T>(read: ReadRecords, found: T): T {
  for (const id of recordsIn(found)) read.ids.add(id)
  return found
}

/** Arguments that do not apply to the kind of record are ignored. */
function conditionsOf(args: Static<typeof Filters>): Condition[] {
  const { type, is_open, unassigned, sla, text, created_after, created_before } = args
  const added = (field: ValueField, values: string[] | undefined, isWanted: boolean | undefined = true) =>
    values && hasField(type, field)
      ? [{ field, values, ...(!isWanted && { is_negated: true as const }) }]
      : []
  const isTimed = created_after !== undefined || created_before !== undefined
  return [
    ...fieldFilters.flatMap((field) => added(field, args[field]?.length ? args[field] : undefined)),
    ...added('condition', is_open === undefined ? undefined : ['open'], is_open),
    ...added('condition', type === 'incident' && sla ? [sla] : undefined),
    ...added('assigned_to', unassigned === undefined ? undefined : [], unassigned),
    ...added('text', text?.trim() ? [text] : undefined),
    ...(isTimed ? [{ field: 'created_at' as const, span: spanOf(created_after, created_before) }] : []),
  ]
}
