import { listReader } from '../records/list-reader.ts'
import { among, text } from '../records/view.ts'
import { priorities } from '../records/priorities.ts'
import { states } from './model.ts'

export const readView = listReader(
  {
    state: among(states),
    priority: among(priorities),
    item: text,
    item_id: text,
    category: text,
    requested_for: text,
    created_by: text,
    assigned_to: text,
    assignment_group: text,
  },
  ['created_at', 'updated_at', 'priority'],
)
