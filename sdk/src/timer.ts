/** A longer timer would fire at once. */
const longest = 2 ** 31 - 1

/** Starts a timer; none for an infinite time. */
export const startTimer = (
  milliseconds: number,
  call: () => void,
): ReturnType<typeof setTimeout> | undefined =>
  milliseconds === Infinity ? undefined : setTimeout(call, Math.min(milliseconds, longest))
