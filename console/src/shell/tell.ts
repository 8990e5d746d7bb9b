import { notifications } from '@mantine/notifications'
import { words } from '../words.ts'

/** Shows a short notification. */
export const tell = (message: string) =>
  notifications.show({ message, closeButtonProps: { 'aria-label': words.dismiss } })
