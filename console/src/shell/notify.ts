import { notifications } from '@mantine/notifications'
import { words } from '../words.ts'

export const notify = (message: string) =>
  notifications.show({ message, closeButtonProps: { 'aria-label': words.dismiss } })
