interface ShownRows {
  ids: readonly string[]
  /** Number of rows before them that are no longer in memory. */
  skipped: number
}

interface FirstPage {
  ids: readonly string[]
  /** There is no further page. */
  isWhole: boolean
}

/**
 * How many of the touched records a reload would add to the shown rows, remove from them or move. What happens after
 * the first page is not known, and does not count.
 */
export function countMoved(touched: ReadonlySet<string>, rows: ShownRows, page: FirstPage): number {
  const [shown, first] = [rows.ids, page.ids]
  const [isShown, isFirst] = [new Set(shown), new Set(first)]
  const isInBoth = (id: string) => isShown.has(id) && isFirst.has(id)
  const rowBefore = (ids: readonly string[], id: string) => ids.slice(0, ids.indexOf(id)).findLast(isInBoth)
  const end = page.isWhole ? shown.length : shown.findLastIndex(isInBoth)
  // Whether records have moved on a first page that is no longer in memory is not known.
  const hasLeft = (id: string) => isShown.has(id) && (isFirst.has(id) || page.isWhole)
  const isMoved = (id: string) =>
    isInBoth(id)
      ? rowBefore(shown, id) !== rowBefore(first, id)
      : isFirst.has(id) || (isShown.has(id) && shown.indexOf(id) < end)
  return [...touched].filter(rows.skipped > 0 ? hasLeft : isMoved).length
}
