import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedInput, useHasUnsavedInput } from '../session/unsaved-input.ts'

interface Page {
  pathname: string
}

/** Tabs and filters of a page keep its forms. */
const loses = ({ current, next }: { current: Page; next: Page }) =>
  hasUnsavedInput() && current.pathname !== next.pathname

/** Asked before unsaved input is lost; undefined while nothing is asked. For a reload the browser asks. */
export function useLeaveQuestion() {
  const blocker = useBlocker({
    shouldBlockFn: loses,
    enableBeforeUnload: hasUnsavedInput,
    disabled: !useHasUnsavedInput(),
    withResolver: true,
  })
  return blocker.status === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : undefined
}
