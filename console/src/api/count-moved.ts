interface FirstPage {
  ids: readonly string[]
  /** There is no further page. */
  isWhole: boolean
}

/**
 * How many of the touched records a reload would add to the shown rows, remove from them or move. What happens after
 * the first page is not known, and does not count.
 */
export function countMoved(touched: ReadonlySet<string>, shown: readonly string[], page: FirstPage): number {
  const first = page.ids
  const [isShown, isFirst] = [new Set(shown), new Set(first)]
  const isInBoth = (id: string) => isShown.has(id) && isFirst.has(id)
  const rowBefore = (ids: readonly string[], id: string) => ids.slice(0, ids.indexOf(id)).findLast(isInBoth)
  const end = page.isWhole ? shown.length : shown.findLastIndex(isInBoth)
  const isMoved = (id: string) =>
    isInBoth(id)
      ? rowBefore(shown, id) !== rowBefore(first, id)
      : isFirst.has(id) || (isShown.has(id) && shown.indexOf(id) < end)
  return [...touched].filter(isMoved).length
}
