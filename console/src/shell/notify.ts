import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { shell } from '../words/shell.ts'

export const notify = (message: ReactNode) =>
  notifications.show({ message, closeButtonProps: { 'aria-label': shell.dismiss } })
