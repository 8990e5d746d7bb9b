import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { shell } from '../words/shell.ts'

const closeButtonProps = { 'aria-label': shell.dismiss }

/** Time to read it, also magnified or translated; then it no longer covers the page. */
const failureMs = 30_000

/** Something was done: a message that disappears after four seconds. */
export const notify = (message: ReactNode) => notifications.show({ message, closeButtonProps })

/** Something failed or is missing. */
export const notifyFailure = (message: ReactNode) =>
  notifications.show({ message, closeButtonProps, color: 'red', autoClose: failureMs })
