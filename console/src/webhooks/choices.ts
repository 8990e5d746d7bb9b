import { callOutcomes, deliveryStatuses, eventTypes as eventLabels } from '../words/webhook-choices.ts'

/** Of the health of a webhook, in days. */
export const periods = { day: 1, week: 7, month: 30 } as const
export type Period = keyof typeof periods

export const directions = ['outbound', 'inbound'] as const
export type Direction = (typeof directions)[number]

export type EventType = keyof typeof eventLabels
export const eventTypes = Object.keys(eventLabels) as EventType[]

export type Status = keyof typeof deliveryStatuses
export const statuses = Object.keys(deliveryStatuses) as Status[]

export type Outcome = keyof typeof callOutcomes
export const outcomes = Object.keys(callOutcomes) as Outcome[]
