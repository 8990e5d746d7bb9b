import { Type, type Static, type TSchema } from 'typebox'
import {
  agents,
  approvers,
  editors,
  hasAnyRole,
  managers,
  type Actor,
  type Role,
} from '../../kernel/actor.ts'
import { Body, Enum, SingleLine, NamedBody, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'
import { fixed } from '../records/model.ts'

export const nouns = ['incidents', 'changes', 'requests', 'cis', 'articles'] as const
export type NounName = (typeof nouns)[number]

/** The part of a noun that its views refer to. */
export interface ViewedNoun {
  filter_schemas: Record<string, TSchema>
  sorts: readonly string[]
  answer: { properties: Record<string, TSchema> }
}

/** One person can save this many views. */
export const maxViews = 200

const Name = SingleLine(60)
const Filters = Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()]), {
  description:
    'Query parameters of the list with their values, such as {"state": "new,in_progress", "unassigned": true}. ' +
    'In a parameter that names a person, `me` stands for whoever opens the view.',
})
const Sort = Nullable(Type.Object({ by: Type.String(), order: Enum(['asc', 'desc']) }))
const Columns = Type.Array(Type.String(), {
  description: 'Fields of the records, in order; an empty list stands for the usual columns',
})

export const View = NamedObject('View', {
  id: Type.String(),
  name: Name,
  noun: Enum(nouns),
  filters: Filters,
  sort: Sort,
  columns: Columns,
  shared: Type.Boolean({ description: 'Everyone sees it; otherwise only its owner' }),
  owner: Type.String({ description: 'E-mail address' }),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export type View = Static<typeof View>

const readOnly = ['id', 'owner', 'version', 'created_at', 'updated_at']
const content = {
  filters: Type.Optional(Filters),
  sort: Type.Optional(Sort),
  columns: Type.Optional(Columns),
  shared: Type.Optional(Type.Boolean()),
}

export const CreateView = NamedBody('CreateView', { name: Name, noun: Enum(nouns), ...content }, readOnly)
export const UpdateView = NamedBody(
  'UpdateView',
  { name: Type.Optional(Name), noun: Type.Optional(Enum(nouns, fixed)), ...content },
  readOnly,
)
export type CreateView = Static<typeof CreateView>
export type UpdateView = Static<typeof UpdateView>

/** What the filters, the order and the columns of a view of this noun may be. */
export const contentOf = ({ filter_schemas, sorts, answer }: ViewedNoun) =>
  Body({
    filters: Type.Optional(Body(filter_schemas)),
    sort: Type.Optional(Nullable(Body({ by: Enum([...sorts]), order: Enum(['asc', 'desc']) }))),
    columns: Type.Optional(
      Type.Array(Enum(Object.keys(answer.properties)), { maxItems: 50, uniqueItems: true }),
    ),
  })

/** Opening the view would be refused: records are relevant to the words of a search only. */
export const lacksWords = ({ filters, sort }: Pick<View, 'filters' | 'sort'>): boolean =>
  sort?.by === 'relevance' && String(filters.q ?? '').trim() === ''

/** Roles that may share views; viewers and auditors may not. */
export const sharers: readonly Role[] = [...new Set([...agents, ...approvers, ...editors])]

interface Ownership {
  owner_id: string
  shared: boolean
}

export const isVisible = ({ owner_id, shared }: Ownership, actor: Actor) => shared || owner_id === actor.id

/** Managers may change shared views of others. */
export const mayChange = ({ owner_id, shared }: Ownership, actor: Actor) =>
  owner_id === actor.id || (shared && hasAnyRole(actor, managers))
