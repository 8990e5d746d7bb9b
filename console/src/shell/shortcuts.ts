import { useEffect, useRef } from 'react'
import { useLocalStorage } from '@mantine/hooks'

/** Whoever talks to their computer, or types by accident, can do without keys that act alone. */
export const useShortcutsOn = () =>
  useLocalStorage({ key: 'shortcuts', defaultValue: true, getInitialValueInEffect: false })

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null)

/** Keys that act alone, wherever the focus is; never while somebody types, or is asked something. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const [isOn] = useShortcutsOn()
  const current = useRef(actions)
  current.current = actions
  useEffect(() => {
    if (!isOn) return undefined
    const hear = (event: KeyboardEvent) => {
      const action = current.current[event.key]
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isOn])
}
