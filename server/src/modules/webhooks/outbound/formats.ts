/** `event`: the payload of the API. The others are messages for chat systems. */
export const formats = ['event', 'slack', 'teams'] as const
export type Format = (typeof formats)[number]
