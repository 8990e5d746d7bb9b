/** Letters that are typed before the search field is there belong to it, not to the shortcuts of the page. */
let typed = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** A field that does not come must not hold the keyboard. */
const maxWait = 5000

function collect(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

export function collectTyping(): void {
  takeTyped()
  addEventListener('keydown', collect, true)
  timer = setTimeout(takeTyped, maxWait)
}

/** What was typed so far; from here on the field gets the letters itself. */
export function takeTyped(): string {
  clearTimeout(timer)
  removeEventListener('keydown', collect, true)
  const taken = typed
  typed = ''
  return taken
}
