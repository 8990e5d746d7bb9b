import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedInput } from '../session/unsaved-input.ts'
import { shell } from '../words/shell.ts'
import { ConfirmDialog } from './confirm.tsx'

interface Page {
  pathname: string
}

/** Tabs and filters of a page keep its forms. */
const loses = ({ current, next }: { current: Page; next: Page }) =>
  hasUnsavedInput() && current.pathname !== next.pathname

/** Asks before unsaved input is lost with its page; for a reload the browser asks. */
export function LeaveDialog() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: loses,
    enableBeforeUnload: hasUnsavedInput,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'} // it returns the focus when it closes
      close={() => reset?.()}
      title={shell.leaveTitle}
      label={shell.leave}
      question={shell.leaveQuestion}
      act={async () => proceed?.()}
    />
  )
}
