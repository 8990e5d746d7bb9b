import { Type, type Static } from 'typebox'
import { Enum, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'

const Records = Type.Record(Type.String(), Type.Integer(), { description: 'How many of each kind' })

export const Demo = NamedObject('DemoData', {
  status: Enum(['none', 'loading', 'loaded', 'removed']),
  at: Nullable(Timestamp),
  records: Records,
  total: Type.Integer(),
})
export type Status = Static<typeof Demo>['status']

export const RemovedDemo = NamedObject('RemovedDemoData', { ...Demo.properties, removed: Records })

/** What the files in `server/demo` hold. People are e-mail addresses; other things are named by their names. */
export interface Content {
  company: Company
  articles: ArticleText[]
  cis: CiEntry[]
  catalogue: CatalogueEntry[]
  requests: RequestEntry[]
  changes: ChangeEntry[]
  families: Family[]
}

export interface Company {
  sites: { code: string; name: string }[]
  departments: string[]
  floors: string[]
  groups: Record<string, string[]>
  /** Which group looks after the articles of a category. */
  editors: Record<string, string>
  board: string[]
  callers: string[]
  monitoring: string
}

export interface ArticleText {
  title: string
  category: string
  tags: string[]
  state: 'draft' | 'review' | 'published' | 'retired'
  body: string
}

export interface CiEntry {
  name: string
  class: string
  status?: string
  environment: string
  criticality: 'low' | 'medium' | 'high' | 'critical'
  owner: string
  support_group: string
  location: string
  ip_addresses?: string[]
  fqdn?: string
  serial_number?: string
  attributes?: Record<string, unknown>
  /** `runs_on virt-lhv`: a type, and the name of one that comes before it. */
  relationships?: string[]
}

export interface CatalogueEntry {
  name: string
  description: string
  category: string
  approval_required: boolean
  assignment_group: string
  fields: Record<string, unknown>
}

/** So many days from the load, at this time of day in UTC. */
export interface Moment {
  day: number
  time: string
}

interface Step<Verb extends string> extends Moment {
  do: Verb
  by?: string
  comment?: string
}

export interface RequestEntry extends Moment {
  item: string | null
  short_description: string
  description?: string
  category?: string
  by: string
  for?: string
  quantity?: number
  priority?: Priority
  variables?: Record<string, unknown>
  steps: (Step<'approve' | 'reject' | 'start' | 'fulfil' | 'close' | 'cancel'> & { by: string })[]
}

export interface ChangeEntry {
  key: string
  type: 'normal' | 'standard' | 'emergency'
  risk: Level
  impact: Level
  priority: Priority
  category: string
  group: string
  by: string
  created: Moment
  window: Moment & { hours: number }
  cis: string[]
  short_description: string
  description: string
  implementation_plan: string
  backout_plan: string
  test_plan: string | null
  state?: 'draft'
  steps: Step<'approve' | 'reject' | 'schedule' | 'start' | 'review' | 'close' | 'cancel'>[]
}

export type Priority = 'P1' | 'P2' | 'P3' | 'P4'
type Level = 'low' | 'medium' | 'high'

/** What goes wrong in one corner of the company; its cases inherit what they do not say themselves. */
export interface Family {
  category: string
  subcategory: string
  group: string
  from: 'callers' | 'monitoring'
  /** `{place}` in a text stands for one of these, the same throughout an incident. */
  slots?: Record<string, string[]>
  cases: Case[]
}

/** One kind of trouble, with all that it may turn out to be. */
export interface Case {
  count: number
  /** As many of each as it should be likely: `P3 P3 P4`. */
  priorities: string
  subcategory?: string
  group?: string
  from?: 'callers' | 'monitoring'
  cis?: string[]
  /** All of them happen on the working day after this change. */
  change?: string
  /** It has only just happened, whatever the time of day. */
  hours_ago?: number
  /** Title of the article that has the solution. */
  article: string
  /** For the tales that have none of their own. */
  summaries?: string[]
  tales: Tale[]
}

/** One cause: how people put it, what was found out on the way, and what helped. */
export interface Tale {
  summaries?: string[]
  description: string
  notes: string[]
  resolution: string
}
