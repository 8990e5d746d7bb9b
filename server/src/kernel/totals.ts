import { Type } from 'typebox'

/** Up to here the total of a search or of a log is exact; to count more would read every match, and there may be millions. */
export const maxCounted = 10_000

/** Of a count that stopped at one more than the maximum. */
export const boundedTotal = (counted: number) => ({
  total: Math.min(counted, maxCounted),
  total_is_exact: counted <= maxCounted,
})

/** How many records match, and whether all were counted. */
export const totalFields = {
  total: Type.Integer({
    description: 'Number of records that match; exact unless total_is_exact is false',
  }),
  total_is_exact: Type.Optional(
    Type.Boolean({
      description: `Absent when the total is exact. false: there are more than ${maxCounted} matches, and total is ${maxCounted}`,
    }),
  ),
}
