import { useLayoutEffect } from 'react'

/** Returns the focus to where it was, for dialogs that exist only while they are open. */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const before = openerOf(document.activeElement)
    return () => {
      const now = document.activeElement
      // Whoever closed the dialog may have set the focus already.
      if (now === null || now === document.body || now.closest('[role="dialog"]')) before?.focus()
    }
  }, [])
}

/** An item of a menu is gone when the dialog closes; the button of the menu is not. */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.querySelector(`#${CSS.escape(button)}`) : element
  return opener instanceof HTMLElement ? opener : null
}
