import { lists as w } from '../words/lists.ts'
import { dayFilters } from './list-view.ts'

export const createdFilters = dayFilters('created', w.createdFrom, w.createdTo)
export const updatedFilters = dayFilters('updated', w.updatedFrom, w.updatedTo)
