/** The columns of a list in their declared order; the one that links to the record is always shown. */
export interface DeclaredColumns {
  keys: readonly string[]
  main: string | undefined
}

/** Puts a column behind the nearest one that is declared before it. */
export function withColumn(order: readonly string[], key: string, declared: readonly string[]): string[] {
  const before = declared.slice(0, declared.indexOf(key)).findLast((each) => order.includes(each))
  return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
}

/** The chosen columns that exist, in their order. */
export function shownKeys(chosen: readonly string[], { keys, main }: DeclaredColumns): string[] {
  const known = chosen.filter((key) => keys.includes(key))
  return main === undefined || known.includes(main) ? known : withColumn(known, main, keys)
}

/** After boxes were checked or unchecked: those that stay keep their order. */
export function withChoice(
  shown: readonly string[],
  checked: readonly string[],
  declared: DeclaredColumns,
): string[] {
  const kept = shown.filter((key) => key === declared.main || checked.includes(key))
  return checked
    .filter((key) => !kept.includes(key))
    .reduce((order, key) => withColumn(order, key, declared.keys), kept)
}

/** Exchanges a column with its neighbour; -1 is towards the start. */
export function moved(shown: readonly string[], key: string, by: -1 | 1): string[] {
  const from = shown.indexOf(key)
  const to = from + by
  return from < 0 || shown[to] === undefined ? [...shown] : shown.with(from, shown[to]).with(to, key)
}
