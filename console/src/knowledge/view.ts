import { days, listReader } from '../records/list-reader.ts'
import { among, text } from '../records/view.ts'
import { states } from './model.ts'

export const readView = listReader(
  { state: among(states), category: text, tag: text, author: text, ...days('updated') },
  ['updated_at', 'created_at', 'title', 'helpful'],
)
