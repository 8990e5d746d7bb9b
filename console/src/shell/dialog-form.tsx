import { Button, Group, Stack, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { shell } from '../words/shell.ts'
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts'
import { withoutReload } from './without-reload.ts'

interface Props extends Pick<ButtonProps, 'color'> {
  /** Of the button that sends it. */
  label: string
  submit: () => unknown
  cancel: () => void
  isComplete?: boolean
  isBusy: boolean
  children: ReactNode
}

/** What a dialog asks for, and its buttons. */
export function DialogForm({ label, submit, cancel, isComplete = true, isBusy, color, children }: Props) {
  const send = () => isComplete && !isBusy && submit()
  return (
    <form onSubmit={withoutReload(send)} onKeyDown={submitOnCtrlEnter}>
      <Stack>
        {children}
        <Group justify="end">
          <Button variant="default" onClick={cancel}>
            {shell.cancel}
          </Button>
          <Button type="submit" color={color} disabled={!isComplete} loading={isBusy}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
