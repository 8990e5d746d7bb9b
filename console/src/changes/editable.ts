import type { Change, CreateChange, UpdateChange } from '../api/schema.d.ts'
import { choicesFrom } from '../records/choices-from.ts'
import { commonFields } from '../records/common-fields.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import type { State } from './model.ts'

const levels = choicesFrom(records.levels)

export const { summary, priority, group, assignee } = commonFields(w)

/** Type, risk and window, which are decided on as title, long texts and configuration items are. */
export const particulars: readonly FieldOf<CreateChange>[] = [
  { name: 'type', label: w.type, kind: 'choice', required: true, choices: choicesFrom(w.types) },
  { name: 'risk', label: w.risk, kind: 'choice', required: true, choices: levels },
  { name: 'impact', label: w.impact, kind: 'choice', choices: levels },
  { name: 'planned_start', label: w.plannedStart, kind: 'time' },
  { name: 'planned_end', label: w.plannedEnd, kind: 'time' },
]

export const category: FieldOf<CreateChange> = { name: 'category', label: w.category, kind: 'text' }

const people = [category, group, assignee]

/** Cannot be changed after creation. */
const requester: FieldOf<CreateChange> = { name: 'requested_by', label: w.requestedBy, kind: 'person' }

/** Long texts, each in a section of its own. */
export const prose = [
  { name: 'description', label: w.description },
  { name: 'implementation_plan', label: w.implementation },
  { name: 'backout_plan', label: w.backout },
  { name: 'test_plan', label: w.test },
] as const

/** How the work went. */
export const closeCode: FieldOf<UpdateChange> = {
  name: 'close_code',
  label: w.closeCode,
  kind: 'choice',
  choices: choicesFrom(w.closeCodes),
}
export const closeNotes: FieldOf<UpdateChange> = { name: 'close_notes', label: w.closeNotes, kind: 'long' }

/** The work is complete, so it has a result. */
export const hasResult = (state: State): boolean => state === 'review' || state === 'closed'

/** The records that a change is linked to. */
export const linkFields = {
  ci_ids: { kind: 'ci', title: w.cis, none: w.noCis, label: w.addCi },
  incident_ids: { kind: 'incident', title: w.incidents, none: w.noIncidents, label: w.addIncident },
} as const

/** Once the work has begun, and after the end, what was decided on cannot be edited. */
export const isFixed = (state: State): boolean =>
  !['draft', 'submitted', 'approved', 'rejected', 'scheduled'].includes(state)

/** Labels of the fields in the activity. */
export const historyFields: readonly FieldOf<Change>[] = [
  summary,
  priority,
  { name: 'state', label: w.state, choices: choicesFrom(w.states) },
  { name: 'ci_ids', label: w.cis },
  { name: 'incident_ids', label: w.incidents },
  ...prose,
  ...particulars,
  ...people,
  closeCode,
  closeNotes,
]

export const forNew: readonly FieldOf<CreateChange & { is_draft: boolean }>[] = [
  summary,
  ...prose.map((field) => ({ ...field, kind: 'long' as const })),
  priority,
  ...particulars,
  ...people,
  requester,
  { name: 'is_draft', label: w.draft, kind: 'flag' },
]
