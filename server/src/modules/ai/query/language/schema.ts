import { change } from '../../../changes/model.ts'
import { ci, usualStatuses } from '../../../cmdb/model.ts'
import { resolutionTime } from '../../../incidents/days/model.ts'
import { incident } from '../../../incidents/model.ts'
import { article } from '../../../knowledge/model.ts'
import { isTime } from '../../../records/field.ts'
import type { DeclaredNoun } from '../../../records/noun.ts'
import { request } from '../../../requests/model.ts'
import type { Noun, TimeField, ValueField } from './meaning.ts'

type NounDeclaration = Omit<DeclaredNoun, 'filter_schemas' | 'answer' | 'create' | 'update' | 'empty'>

/** What questions need to know about a noun beyond its declaration. */
interface Wording {
  /** Other names of fields in questions. */
  aliases?: Partial<Record<ValueField, string>>
  times?: Partial<Record<TimeField, string>>
  /** The field of a time without a verb. */
  usual_time?: TimeField
  /** States of a noun without a transition table. */
  states?: readonly string[]
  /** Fields to show besides id and title. */
  shown: string
}

/** A noun for questions: its declaration and its wording. */
const schemaOf = (noun: NounDeclaration, { aliases = {}, times = {}, shown, ...wording }: Wording) => ({
  ...noun,
  one: noun.subject_type.replaceAll('_', ' '),
  many: `${noun.subject_type.replaceAll('_', ' ')}s`,
  table: noun.path.slice(noun.path.lastIndexOf('/') + 1),
  usual_time: 'created_at' as TimeField,
  states: noun.transitions?.states ?? [],
  ...wording,
  shown: shown.split(' '),
  title: Object.keys(noun.fields).find((name) => noun.fields[name]!.traits.includes('required'))!,
  /** The column of a field; undefined when the noun has none. */
  columnOf: (field: string): string | undefined =>
    aliases[field as ValueField] ?? (field in noun.fields ? field : undefined),
  timeOf: (field: TimeField): string | undefined => {
    const isOwn = field in noun.fields && isTime(noun.fields[field]!.schema)
    return times[field] ?? (isOwn || field === 'created_at' || field === 'updated_at' ? field : undefined)
  },
})

/** Fields of its CI that an incident can be asked for. */
const ciFields = ['class', 'environment', 'criticality'] as const
const ofCi = ciFields.map((name) => [name, `(select ${name} from cis where cis.id = ci_id)`])
export const isOfCi = (noun: Noun, field: string | undefined): boolean =>
  noun === 'incident' && ciFields.some((name) => name === field)

export type NounSchema = ReturnType<typeof schemaOf>

export const schemas: Record<Noun, NounSchema> = {
  incident: schemaOf(incident, {
    aliases: { duration: `extract(epoch from ${resolutionTime}) / 60`, ...Object.fromEntries(ofCi) },
    times: { cancelled_at: 'cancelled_at' },
    shown: 'priority state assignment_group assigned_to category ci_id created_at sla_breach_at',
  }),
  change: schemaOf(change, {
    aliases: { opened_by: 'requested_by', ci_id: 'ci_ids', approved_by: 'approval' },
    times: { window: 'planned_start', activity: 'updated_at' },
    usual_time: 'window',
    shown: 'type risk state assignment_group assigned_to planned_start planned_end',
  }),
  request: schemaOf(request, {
    aliases: { opened_by: 'requested_for', approved_by: 'approval' },
    shown: 'item priority state assignment_group assigned_to requested_for created_at',
  }),
  ci: schemaOf(ci, {
    aliases: { state: 'status', assignment_group: 'support_group', assigned_to: 'owner' },
    states: [...usualStatuses, 'in_repair'],
    shown: 'class status environment criticality support_group owner',
  }),
  article: schemaOf(article, {
    aliases: { assigned_to: 'author' },
    shown: 'category state updated_at',
  }),
}

/** The fields by which records refer to records of other kinds. */
export const relations: Partial<Record<Noun, Partial<Record<Noun, 'ci_id' | 'change_id'>>>> = {
  incident: { change: 'change_id', ci: 'ci_id' },
  change: { ci: 'ci_id' },
}

/** Whether records of this kind have the field. */
export const hasField = (noun: Noun, field: ValueField): boolean =>
  field === 'text' ||
  (field === 'condition' ? schemas[noun].open_states.length > 0 : schemas[noun].columnOf(field) !== undefined)

/** The SQL of a condition; "open" if the noun does not declare it. */
export const conditionOf = (noun: Noun, name: string): string =>
  schemas[noun].conditions[declaredName(name)] ?? schemas[noun].conditions.open!

/** People also call a breached incident overdue. */
export const declaredName = (condition: string) => (condition === 'overdue' ? 'breached' : condition)
