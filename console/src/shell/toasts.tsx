import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Short messages; those of earlier are shown as soon as this is. */
export const Toasts = () => <Notifications position="bottom-right" />
