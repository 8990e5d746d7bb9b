import { useEffect, useRef, type FocusEvent } from 'react'
import { isFocusLost } from '../shell/catch-focus.ts'

/**
 * For a list whose items have buttons that remove them: the focus stays at the list, not at the top of the page. It returns
 * to the button if that is still there, as after a dialog that was cancelled.
 */
export function useKeptFocus<Frame extends HTMLElement = HTMLDivElement>() {
  const ref = useRef<Frame>(null)
  /** Also in a dialog that a button of the list has opened: events pass through portals. */
  const hadFocus = useRef(false)
  /** The button of the list, not one of its dialog. */
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!hadFocus.current || !isFocusLost()) return
    const isThere = last.current?.isConnected && !last.current.matches(':disabled')
    ;(isThere ? last : ref).current?.focus()
  })
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      hadFocus.current = true
      if (ref.current?.contains(target)) last.current = target
    },
    /** Not when what had the focus is gone, or waits for what it has started. */
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isLost = !target.isConnected || target.matches(':disabled')
      if (relatedTarget || !isLost) hadFocus.current = false
    },
  }
}
