interface SizedColumn {
  /** A CSS grid track size, in rem or with a share of the rest. */
  width: string
  isOnSmallScreens?: boolean
}

/** Below this width of a list only the most important columns are shown. */
export const narrowWidth = 760

/** The least width of the column that takes the rest, gap and padding, in pixels. */
const [minRest, gap, padding] = [220, 12, 24]
const rem = 16

const widthOf = ({ width }: SizedColumn) =>
  (width.includes('fr') ? minRest : Number.parseFloat(width) * rem) + gap

/** Leaves out columns, from the last one, until the text of the records has room. */
export function fitColumns<C extends SizedColumn>(columns: readonly C[], available: number): C[] {
  const shown = columns.filter(({ isOnSmallScreens }) => available >= narrowWidth || isOnSmallScreens)
  const needed = () => shown.reduce((sum, column) => sum + widthOf(column), padding)
  while (needed() > available) {
    const last = shown.findLastIndex(({ isOnSmallScreens }) => !isOnSmallScreens)
    if (last < 0) break
    shown.splice(last, 1)
  }
  return shown
}
