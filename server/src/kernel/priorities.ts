/** From the most urgent to the least. */
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]

/** Of impact, urgency and risk. */
export const levels = ['high', 'medium', 'low'] as const
export type Level = (typeof levels)[number]
