import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'

interface Counted {
  total: number | undefined
  error: Error | null
  /** False while there is no connection; absent for a list that shows by itself that it is loading. */
  isFetching?: boolean
  /** There are more than `total`. */
  isTotalBounded?: boolean
}

export function countText(
  { total, error, isFetching, isTotalBounded }: Counted,
  count: (n: number) => string,
) {
  if (total === undefined) return isFetching && !error ? shell.loading : ''
  return isTotalBounded ? records.moreThan(count(total)) : count(total)
}

/** The rows of the table with its head; -1 stands for an unknown number. */
export const rowCountOf = ({
  total = 0,
  isTotalBounded,
}: Pick<Counted, 'total' | 'isTotalBounded'>): number => (isTotalBounded ? -1 : total + 1)
