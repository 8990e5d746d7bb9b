import type { KeyboardEvent } from 'react'
import { isComposing } from './is-composing.ts'

/** In a form with a text of several lines, where Enter alone begins a new one. */
export const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
  event.preventDefault()
  // By its button, which may be disabled.
  event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.click()
}
