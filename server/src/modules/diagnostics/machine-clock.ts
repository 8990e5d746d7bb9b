/** Milliseconds by which the database's clock is ahead of this machine's, which is used nowhere else. */
export const offsetOf = (now: Date): number => now.getTime() - Date.now()
