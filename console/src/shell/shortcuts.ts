import { useEffect, useRef } from 'react'
import { useLocalStorage } from '@mantine/hooks'

/** People who use speech input, or press keys by accident, can turn single-key shortcuts off. */
export const useShortcutsOn = () =>
  useLocalStorage({ key: 'shortcuts', defaultValue: true, getInitialValueInEffect: false })

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null)

/** Single-key shortcuts; inactive in fields and while a dialog is open. */
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
