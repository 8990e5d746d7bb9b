import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { isFocusLost } from '../shell/catch-focus.ts'
import { useShortcutsOn } from '../shell/shortcuts.ts'

/** The row of each list that had the focus last. */
const lastFocused = new Map<string, string>()

interface Options {
  listKey: string
  frame: RefObject<HTMLElement | null>
  /** All rows, loaded or not. */
  length: number
  indexOf: (id: string) => number
  /** Undefined for a row that is not loaded. */
  idAt: (index: number) => string | undefined
  scrollTo: (index: number) => void
  /** What other keys do with the row that has the focus. */
  keys: Record<string, (id: string) => void>
  onFocus?: ((id: string) => void) | undefined
}

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * Arrow keys, j and k move the focus from row to row. Whoever returns to a list finds the focus on the row that was opened,
 * and when the row with the focus disappears, the one in its place gets it. A row that was only scrolled out of sight keeps
 * its place: the list stays where it was scrolled to.
 */
export function useRowFocus(options: Options) {
  const [isOn] = useShortcutsOn()
  const { listKey, frame, length, indexOf, idAt, scrollTo, keys, onFocus } = options
  const focused = useRef<{ id: string; index: number }>(undefined)
  const isGone = ({ id, index }: { id: string; index: number }) =>
    indexOf(id) < 0 && idAt(Math.min(index, length - 1)) !== undefined

  const focusRow = (at: number) => {
    const next = Math.min(Math.max(at, 0), length - 1)
    scrollTo(next)
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`a[data-index="${next}"]`)?.focus())
  }

  const wanted = useRef(lastFocused.get(listKey))
  useEffect(() => {
    const returned = wanted.current === undefined ? -1 : indexOf(wanted.current)
    wanted.current = undefined
    if (!isFocusLost()) return
    if (returned >= 0) focusRow(returned)
    else if (focused.current && isGone(focused.current)) focusRow(focused.current.index)
  })

  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('.line')?.querySelector<HTMLElement>('a.row')
      if (!row) return
      focused.current = { id: row.dataset.id!, index: Number(row.dataset.index) }
      lastFocused.set(listKey, row.dataset.id!)
      onFocus?.(row.dataset.id!)
    },
    /** Not when the row itself is gone: then the focus is nowhere, and its neighbour gets it. */
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || target.isConnected) focused.current = undefined
    },
    onKeyDown: (event: KeyboardEvent) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('a.row')
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return
      if (!isOn && event.key.length === 1) return
      const step = steps[event.key]
      const act = keys[event.key]
      if (!step && !act) return
      event.preventDefault()
      if (step) focusRow(Number(row.dataset.index) + step)
      else act!(row.dataset.id!)
    },
  }
}

/** Focuses the first visible row; rows outside the viewport are rendered too. */
export function focusFirstRow(): void {
  const top = document.querySelector('.frame')?.getBoundingClientRect().top ?? 0
  const lines = [...document.querySelectorAll<HTMLElement>('.frame .line')]
  const first = lines.find((line) => line.getBoundingClientRect().top >= top)
  first?.querySelector<HTMLElement>('a.row')?.focus()
}
