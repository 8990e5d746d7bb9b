import type { Delivery } from '../../api/schema.d.ts'

export const path = '/webhooks/outbound'
export const deliveryPath = `${path}/deliveries`

export const isOpen = ({ status }: Delivery) => status === 'pending' || status === 'retrying'

/** Polling intervals: a delivery in progress is followed closely. */
export const activePollInterval = 2000
export const idlePollInterval = 15_000
