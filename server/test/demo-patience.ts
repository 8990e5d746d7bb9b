/** Thousands of sequential statements are slow on a busy machine. */
export const loadSeconds = 600

/** Milliseconds for a test or a hook that waits for a load and does more. */
export const loadPatience = 2 * loadSeconds * 1000
