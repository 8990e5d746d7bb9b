import { useLayoutEffect, useRef, type RefObject } from 'react'

/** With less room than this above the fold, the list takes a whole window further down instead. */
const least = 180
/** Below the last part of the page. */
const margin = 16
/** The header of the page and the heading of the section, which stay in sight above the list. */
const above = 140

/**
 * Bounds the height of a list that scrolls by itself, so that its end and what follows it (the form for a note) are in
 * sight when the page opens, whatever is above it.
 */
export function useFittingHeight(isShown: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list || !isShown) return undefined
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => fit(list))
    }
    fit(list)
    // Whatever makes the page too high changes the body: texts above that load later, or a longer note below.
    const observer = new ResizeObserver(later)
    observer.observe(document.body)
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      removeEventListener('resize', later)
    }
  }, [isShown])
  return ref
}

function fit(list: HTMLDivElement): void {
  const column = list.closest('section')?.parentElement ?? list
  const { top, bottom } = list.getBoundingClientRect()
  const below = column.getBoundingClientRect().bottom - bottom + margin
  const room = innerHeight - (top + scrollY) - below
  list.style.maxHeight = `${Math.floor(room >= least ? room : Math.max(least, innerHeight - above - below))}px`
  // Keys scroll what has the focus.
  if (list.scrollHeight > list.clientHeight) list.tabIndex = 0
  else list.removeAttribute('tabindex')
}
