import { listReader } from '../records/list-reader.ts'
import { priorities } from '../records/priorities.ts'
import { among, filterTime, text } from '../records/view.ts'
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
    planned_after: filterTime,
    planned_before: filterTime,
  },
  ['created_at', 'updated_at', 'priority', 'planned_start'],
)
