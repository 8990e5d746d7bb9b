import { shell } from '../words/shell.ts'
import { ConfirmDialog } from './confirm.tsx'

/** Asks before a page with unsaved input is left. */
export const LeaveDialog = ({ leave, stay }: { leave: () => void; stay: () => void }) => (
  <ConfirmDialog
    opened
    close={stay}
    title={shell.leaveTitle}
    label={shell.leave}
    question={shell.leaveQuestion}
    act={async () => leave()}
  />
)
