import { listReader } from '../records/list-view.ts'
import { priorities } from '../records/priorities.ts'
import { among, day, text } from '../records/view.ts'
import { risks } from '../records/risks.ts'
import { states, types } from './model.ts'

export const readView = listReader(
  {
    state: among(states),
    risk: among(risks),
    type: among(types),
    priority: among(priorities),
    category: text,
    assigned_to: text,
    assignment_group: text,
    requested_by: text,
    ci_id: text,
    /** Inclusive dates. */
    planned_after: day,
    planned_before: day,
  },
  ['created_at', 'updated_at', 'priority', 'planned_start'],
)
