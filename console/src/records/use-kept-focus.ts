import { useEffect, useRef, type FocusEvent } from 'react'
import { isFocusLost } from '../shell/catch-focus.ts'

/** For a list whose items have buttons that remove them: the focus stays at the list, not at the top of the page. */
export function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null)
  /** Also in a dialog that a button of the list has opened: events pass through portals. */
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && isFocusLost()) ref.current?.focus()
  })
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true
    },
    /** Not when what had the focus is gone, or waits for what it has started. */
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isLost = !target.isConnected || target.matches(':disabled')
      if (relatedTarget || !isLost) hadFocus.current = false
    },
  }
}
