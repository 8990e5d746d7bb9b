import { days, listReader } from '../records/list-reader.ts'
import { among, oneOf, text, viewReader } from '../records/view.ts'
import { staleChoices, states } from './model.ts'

export const readView = listReader(
  { state: among(states), category: text, tag: text, author: text, ...days('updated') },
  ['updated_at', 'created_at', 'title', 'helpful'],
)

export const readStaleView = viewReader({ months: oneOf(staleChoices.map(String)) })
