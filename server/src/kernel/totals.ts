import { Type } from 'typebox'

/** Up to here the total of a search is exact; to count more would read every match, and a word may be in every record. */
export const maxCounted = 10_000

/** How many records match, and whether all were counted. */
export const totalFields = {
  total: Type.Integer({
    description: 'Number of records that match; exact unless total_is_exact is false',
  }),
  total_is_exact: Type.Optional(
    Type.Boolean({
      description: `Absent when the total is exact. false: the search has more than ${maxCounted} matches, and total is ${maxCounted}`,
    }),
  ),
}
