import { notifications } from '@mantine/notifications'
import { shell } from '../words/shell.ts'

export const notify = (message: string) =>
  notifications.show({ message, closeButtonProps: { 'aria-label': shell.dismiss } })
