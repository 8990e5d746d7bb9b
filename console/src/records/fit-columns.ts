export interface SizedColumn {
  /** A CSS grid track size, in rem or with a share of the rest. */
  width: string
  /** Small screens show only these columns. */
  isOnSmallScreens?: boolean
  /** Left out after the others. */
  isImportant?: boolean
  /** Without it, rows have a second line, which says the same. */
  isInSummary?: boolean
}

/** Below this width of a list only the most important columns are shown. */
const narrowWidth = 520

/** The least width of a column that takes the rest and names none, gap, padding and the checkbox of a row, in pixels. */
const [minRest, gap, padding, checkbox] = [220, 12, 24, 32]
const rem = 16

const widthOf = ({ width }: SizedColumn) => {
  const least = /[\d.]+(?=rem)/.exec(width)?.[0]
  return (least ? Number(least) * rem : minRest) + gap
}

const roomIn = (width: number, isSelectable: boolean) => width - (isSelectable ? checkbox : 0)

/** Whether the rows of a list of this width have a second line instead of more columns. */
export const isNarrow = (width: number, isSelectable: boolean): boolean =>
  roomIn(width, isSelectable) < narrowWidth

/** Leaves out columns, from the last one, until the text of the records has room. */
export function fitColumns<C extends SizedColumn>(
  columns: readonly C[],
  width: number,
  isSelectable: boolean,
): C[] {
  const isSmall = isNarrow(width, isSelectable)
  const shown = columns.filter(({ isOnSmallScreens }) => !isSmall || isOnSmallScreens)
  const needed = () => shown.reduce((sum, column) => sum + widthOf(column), padding)
  while (needed() > roomIn(width, isSelectable)) {
    const usual = shown.findLastIndex((each) => !each.isOnSmallScreens && !each.isImportant)
    const last = usual >= 0 ? usual : shown.findLastIndex(({ isOnSmallScreens }) => !isOnSmallScreens)
    if (last < 0) break
    shown.splice(last, 1)
  }
  return shown
}

export const gridOf = (columns: readonly SizedColumn[], isSelectable: boolean): string =>
  [...(isSelectable ? ['1.25rem'] : []), ...columns.map(({ width }) => width)].join(' ')
