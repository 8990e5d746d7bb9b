import { useLayoutEffect, useRef, useState } from 'react'

/** With less room than this above the fold, the list takes a whole window further down instead. */
const least = 180
/** Below the last part of the page. */
const margin = 16
/** The header of the page and the heading of the section, which stay in sight above the list. */
const above = 140
/** The button for the hidden entries. */
const button = 38

/**
 * Hides the earliest entries until asked for, so that the latest and what follows them (the form for a note) are in
 * sight when the page opens, whatever is above it.
 */
export function useFittingEntries(entries: readonly unknown[] | undefined) {
  const list = useRef<HTMLOListElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [hidden, setHidden] = useState(0)
  useLayoutEffect(() => {
    const { current } = list
    if (!current || !entries) return undefined
    let frame = 0
    const fit = () =>
      setHidden(isUnfolded ? hideBefore(current, 0) : hideBefore(current, overflowCount(current)))
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(fit)
    }
    fit()
    // Whatever makes the page too high changes the body: texts above that load later, or a longer note below.
    const observer = new ResizeObserver(later)
    observer.observe(document.body)
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      removeEventListener('resize', later)
    }
  }, [entries?.length, isUnfolded])
  return { list, hidden, unfold: () => setUnfolded(true) }
}

function hideBefore(list: HTMLOListElement, count: number): number {
  ;[...list.children].forEach((entry, index) => ((entry as HTMLElement).hidden = index < count))
  return count
}

/** How many of the earliest entries do not fit; the latest is always shown. */
function overflowCount(list: HTMLOListElement): number {
  hideBefore(list, 0)
  const heights = [...list.children].map((entry) => entry.getBoundingClientRect().height)
  const room = roomFor(list)
  if (heights.reduce((sum, height) => sum + height, 0) <= room) return 0
  let left = room - button
  const first = heights.findLastIndex((height) => (left -= height) < 0)
  return Math.min(first + 1, heights.length - 1)
}

function roomFor(list: HTMLOListElement): number {
  const column = list.closest('section')?.parentElement ?? list
  // With the button above the list, or the room would depend on whether it is shown.
  const { top } = list.parentElement!.getBoundingClientRect()
  const below = column.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom + margin
  const room = innerHeight - (top + scrollY) - below
  return room >= least ? room : Math.max(least, innerHeight - above - below)
}
