/** An open menu closes at the next key and takes the focus back, away from a field that has opened meanwhile. */
export function closeMenu(): void {
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
  document.activeElement?.closest('[role="menu"]')?.dispatchEvent(escape)
}
