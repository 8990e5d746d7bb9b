/** Milliseconds, so that every number in the code carries its unit. */
export const millisecond = 1
export const second = 1000 * millisecond
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
