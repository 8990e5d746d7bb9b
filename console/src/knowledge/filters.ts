import type { Article } from '../api/schema.d.ts'
import { createdFilters, updatedFilters } from '../records/common-filters.ts'
import { choicesFrom, choicesOf } from '../records/choices-from.ts'
import type { Filter } from '../records/list-view.ts'
import { knowledge as w } from '../words/knowledge.ts'

/** Readers see only published articles, so they have no state filter. */
export const filtersFor =
  (hasStates: boolean) =>
  (rows: readonly Article[]): readonly Filter[] => [
    ...(hasStates
      ? [{ name: 'state', label: w.state, kind: 'choice' as const, choices: choicesFrom(w.states) }]
      : []),
    {
      name: 'category',
      label: w.category,
      kind: 'text',
      choices: choicesOf(rows.map(({ category }) => category)),
    },
    { name: 'tag', label: w.tag, kind: 'text', choices: choicesOf(rows.flatMap(({ tags }) => tags)) },
    { name: 'author', label: w.author, kind: 'person' },
    ...createdFilters,
    ...updatedFilters,
  ]
