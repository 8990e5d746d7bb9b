import { listReader } from '../records/list-view.ts'
import { among, text } from '../records/view.ts'
import { states } from './model.ts'

export const readView = listReader({ state: among(states), category: text, tag: text, author: text }, [
  'updated_at',
  'created_at',
  'title',
  'helpful',
])
