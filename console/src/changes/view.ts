import { closeCodes } from '../words/states.ts'
import { days, listReader } from '../records/list-reader.ts'
import { priorities } from '../records/priorities.ts'
import { among, day, filterTime, oneOf, text, viewReader } from '../records/view.ts'
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
    close_code: among(Object.keys(closeCodes)),
    ...days('closed'),
    planned_after: filterTime,
    planned_before: filterTime,
  },
  ['created_at', 'updated_at', 'priority', 'planned_start'],
)

/** Days that the calendar can show. */
export const lengths = ['7', '14', '28'] as const

export const readSpan = viewReader({ from: day, days: oneOf(lengths) })
