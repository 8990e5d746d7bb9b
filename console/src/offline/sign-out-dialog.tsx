import { ConfirmDialog } from '../shell/confirm.tsx'
import { useFocusBack } from '../shell/use-focus-back.ts'
import { offline as w } from '../words/offline.ts'

interface Props {
  /** Changes that have not been sent. */
  count: number
  decide: (mayLeave: boolean) => void
}

export function SignOutDialog({ count, decide }: Props) {
  useFocusBack()
  return (
    <ConfirmDialog
      opened
      close={() => decide(false)} // too late to change anything once it is decided
      title={w.signOutTitle}
      label={w.signOut}
      question={w.signOutQuestion(count)}
      act={async () => decide(true)}
    />
  )
}
