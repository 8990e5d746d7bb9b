import { days, flag, listReader } from '../../records/list-reader.ts'
import { among, text } from '../../records/view.ts'
import { priorities } from '../../records/priorities.ts'
import { states } from '../model.ts'

const one = (known: readonly string[]) => (value: unknown) => known.find((word) => word === value)

export const readSearch = listReader(
  {
    state: among(states),
    priority: among(priorities),
    category: text,
    assignment_group: text,
    location: text,
    /** Email addresses; "me" stands for the current user. */
    assigned_to: text,
    ci_id: text,
    duplicate_of: text,
    unassigned: flag,
    without_group: flag,
    sla: one(['at_risk', 'breached', 'resolved_late']),
    ...days('resolved', 'cancelled', 'updated'),
  },
  ['created_at', 'updated_at', 'priority', 'sla_breach_at'],
)
