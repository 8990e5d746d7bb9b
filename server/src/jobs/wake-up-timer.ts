/** A sleep that can be interrupted, also by a wake-up just before it. */
export interface WakeUpTimer {
  wake: () => void
  reset: () => void
  /** Without a time, until it is woken. */
  wait: (milliseconds?: number) => Promise<void>
}

export function makeWakeUpTimer(): WakeUpTimer {
  let isWoken = false
  let awaken: (() => void) | undefined
  return {
    wake: () => {
      isWoken = true
      awaken?.()
    },
    reset: () => {
      isWoken = false
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (isWoken) return resolve()
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        awaken = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
