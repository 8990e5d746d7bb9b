import { notifications } from '@mantine/notifications'
import { words } from '../words.ts'

/** Says in passing that something was done. */
export const tell = (message: string) =>
  notifications.show({ message, closeButtonProps: { 'aria-label': words.dismiss } })
