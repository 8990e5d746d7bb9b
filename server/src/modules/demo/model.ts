import { Type, type Static } from 'typebox'
import { Enum, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'
import type { CreateChange } from '../changes/model.ts'
import type { CreateCi } from '../cmdb/model.ts'
import type { State } from '../knowledge/transitions.ts'
import type { CreateCatalogItem } from '../requests/catalog/model.ts'
import type { CreateRequest } from '../requests/model.ts'

const Records = Type.Record(Type.String(), Type.Integer(), { description: 'Number of each kind' })

export const Demo = NamedObject('DemoData', {
  status: Enum(['none', 'loading', 'loaded', 'removed']),
  at: Nullable(Timestamp),
  records: Records,
  total: Type.Integer(),
})
export type Status = Static<typeof Demo>['status']

export const RemovedDemo = NamedObject('RemovedDemoData', { ...Demo.properties, removed: Records })

/** The contents of the files in `server/demo`. People are email addresses; everything else is referenced by name. */
export interface Content {
  company: Company
  articles: ArticleText[]
  cis: CiEntry[]
  catalogue: CreateCatalogItem[]
  requests: RequestEntry[]
  changes: ChangeEntry[]
  families: Family[]
}

export interface Company {
  sites: { code: string; name: string }[]
  departments: string[]
  floors: string[]
  groups: Record<string, string[]>
  editors: Record<string, string>
  board: string[]
  callers: string[]
  monitoring: string
}

export interface ArticleText {
  title: string
  category: string
  tags: string[]
  state: State
  body: string
}

export interface CiEntry extends Omit<CreateCi, 'relationships'> {
  owner: string
  /** `runs_on virt-lhv`: a type, and the name of an earlier CI. */
  relationships?: string[]
}

/** Days relative to the load, and a time of day in UTC. */
export interface Moment {
  day: number
  time: string
}

interface EntryStep<Verb extends string> extends Moment {
  do: Verb
  by?: string
  comment?: string
}

export interface RequestEntry extends Moment, Omit<CreateRequest, 'item' | 'requested_for'> {
  item: string | null
  by: string
  for?: string
  steps: (EntryStep<'approve' | 'reject' | 'start' | 'fulfil' | 'close' | 'cancel'> & { by: string })[]
}

export interface ChangeEntry extends CreateChange {
  key: string
  group: string
  by: string
  created: Moment
  window: Moment & { hours: number }
  cis: string[]
  steps: (EntryStep<'approve' | 'reject' | 'schedule' | 'start' | 'review' | 'close' | 'cancel'> &
    Pick<CreateChange, 'close_code' | 'close_notes'>)[]
}

/** One kind of problem; its cases inherit missing values. */
export interface Family {
  category: string
  subcategory: string
  group: string
  from: 'callers' | 'monitoring'
  /** `{place}` in a text is replaced by one of these, the same in all texts of an incident. */
  slots?: Record<string, string[]>
  cases: Case[]
}

/** One symptom, with its possible causes. */
export interface Case {
  count: number
  /** Weighted by repetition: `P3 P3 P4`. */
  priorities: string
  subcategory?: string
  group?: string
  from?: 'callers' | 'monitoring'
  cis?: string[]
  /** All of them happen on the working day after this change. */
  change?: string
  /** Opened this many hours before the load, at any time of day. */
  hours_ago?: number
  article: string
  /** For causes without their own. */
  summaries?: string[]
  causes: CauseText[]
}

/** One cause: how people describe it, the notes, and the resolution. */
export interface CauseText {
  summaries?: string[]
  description: string
  notes: string[]
  resolution: string
}
