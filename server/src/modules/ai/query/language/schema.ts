import { allowedTransitions, states as changeStates } from '../../../changes/transitions.ts'
import { isUnderWay, states as incidentStates } from '../../../incidents/transitions.ts'
import { states as articleStates } from '../../../knowledge/transitions.ts'
import { states as requestStates } from '../../../requests/transitions.ts'
import type { GroupField, Noun, TimeField, ValueField } from './meaning.ts'

/** What the grammar knows of a kind of record. */
export interface NounSchema {
  one: string
  many: string
  table: string
  /** Below the root of the API; also where people find one. */
  path: string
  title: string
  states: readonly string[]
  /** Those in which somebody still has something to do. */
  open_states: readonly string[]
  columns: Partial<Record<ValueField | GroupField, string>>
  times: Partial<Record<TimeField, string>>
  /** What is meant by a time that stands alone. */
  usual_time: TimeField
  /** Filters that the public list takes, where they are not called as here. */
  list_filters: readonly ValueField[]
  list_sorts: readonly string[]
  /** What a found record shows besides its id and title. */
  shown: readonly string[]
}

const work = {
  priority: 'priority',
  state: 'state',
  assignment_group: 'assignment_group',
  assigned_to: 'assigned_to',
  category: 'category',
} as const
const workFilters: ValueField[] = ['priority', 'state', 'assignment_group', 'assigned_to', 'category']
const age = { created_at: 'created_at', updated_at: 'updated_at' } as const

export const schemas: Record<Noun, NounSchema> = {
  incident: {
    one: 'incident',
    many: 'incidents',
    table: 'incidents',
    path: '/incidents',
    title: 'short_description',
    states: incidentStates,
    open_states: incidentStates.filter(isUnderWay),
    columns: {
      ...work,
      opened_by: 'opened_by',
      subcategory: 'subcategory',
      ci_id: 'ci_id',
      change_id: 'change_id',
    },
    times: { ...age, resolved_at: 'resolved_at', closed_at: 'closed_at', sla_breach_at: 'sla_breach_at' },
    usual_time: 'created_at',
    list_filters: [...workFilters, 'ci_id'],
    list_sorts: ['created_at', 'priority', 'updated_at'],
    shown: [
      'priority',
      'state',
      'assignment_group',
      'assigned_to',
      'category',
      'ci_id',
      'created_at',
      'sla_breach_at',
    ],
  },
  change: {
    one: 'change',
    many: 'changes',
    table: 'changes',
    path: '/changes',
    title: 'short_description',
    states: changeStates,
    open_states: changeStates.filter((state) => allowedTransitions(state).length > 0),
    columns: { ...work, opened_by: 'requested_by', ci_id: 'ci_ids', type: 'type', risk: 'risk' },
    times: { ...age, window: 'planned_start', activity: 'updated_at' },
    usual_time: 'window',
    list_filters: [...workFilters, 'opened_by', 'ci_id', 'type', 'risk'],
    list_sorts: ['created_at', 'updated_at', 'priority', 'planned_start'],
    shown: ['type', 'risk', 'state', 'assignment_group', 'assigned_to', 'planned_start', 'planned_end'],
  },
  request: {
    one: 'request',
    many: 'requests',
    table: 'requests',
    path: '/requests',
    title: 'short_description',
    states: requestStates,
    open_states: ['submitted', 'approved', 'in_fulfillment'],
    columns: { ...work, opened_by: 'requested_for', item: 'item' },
    times: age,
    usual_time: 'created_at',
    list_filters: [...workFilters, 'opened_by', 'item'],
    list_sorts: ['created_at', 'updated_at', 'priority'],
    shown: ['item', 'priority', 'state', 'assignment_group', 'assigned_to', 'requested_for', 'created_at'],
  },
  ci: {
    one: 'configuration item',
    many: 'configuration items',
    table: 'cis',
    path: '/cmdb/cis',
    title: 'name',
    states: ['planned', 'operational', 'maintenance', 'retired'],
    open_states: [],
    columns: {
      state: 'status',
      assignment_group: 'support_group',
      assigned_to: 'owner',
      class: 'class',
      environment: 'environment',
      criticality: 'criticality',
    },
    times: age,
    usual_time: 'created_at',
    list_filters: ['state', 'assignment_group', 'assigned_to', 'class', 'environment', 'criticality'],
    list_sorts: ['created_at', 'updated_at'],
    shown: ['class', 'status', 'environment', 'criticality', 'support_group', 'owner'],
  },
  article: {
    one: 'article',
    many: 'articles',
    table: 'articles',
    path: '/knowledge/articles',
    title: 'title',
    states: articleStates,
    open_states: [],
    columns: { state: 'state', category: 'category', assigned_to: 'author' },
    times: age,
    usual_time: 'created_at',
    list_filters: ['state', 'category', 'assigned_to'],
    list_sorts: ['created_at', 'updated_at'],
    shown: ['category', 'state', 'updated_at'],
  },
}

/** Whether records of a kind have what is asked for. */
export const hasField = (noun: Noun, field: ValueField): boolean =>
  field === 'text' ||
  (field === 'condition' ? schemas[noun].open_states.length > 0 : field in schemas[noun].columns)
