export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** A ref for what takes the place of a button that was pressed: the focus goes there, and not to the top of the page. */
export const catchFocus = (node: HTMLElement | null): void => {
  if (isFocusLost()) node?.focus()
}
