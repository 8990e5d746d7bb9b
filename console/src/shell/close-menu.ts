/**
 * An open menu closes at the next key and takes the focus back, away from a field that has opened meanwhile. One that has
 * just opened does not have the focus yet.
 */
export function closeMenu(): void {
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
  document.querySelector('[role="menu"]')?.dispatchEvent(escape)
}
