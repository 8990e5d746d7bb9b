import { flag, listReader } from '../../records/list-view.ts'
import { among, filterDay, text } from '../../records/view.ts'
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
    unassigned: flag,
    sla: one(['at_risk', 'breached']),
    /** Inclusive dates. */
    created_from: filterDay,
    created_to: filterDay,
    resolved_from: filterDay,
    resolved_to: filterDay,
    cancelled_from: filterDay,
    cancelled_to: filterDay,
    updated_from: filterDay,
    updated_to: filterDay,
  },
  ['created_at', 'updated_at', 'priority', 'sla_breach_at'],
)
