/** Most urgent first. */
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]

/** Ten years. */
export const maxTargetMinutes = 5_256_000

/** Values of impact, urgency and risk. */
export const levels = ['high', 'medium', 'low'] as const
export type Level = (typeof levels)[number]
