/** A sleep that can be cut short, also by a call that came just before it. */
export interface Alarm {
  ring: () => void
  reset: () => void
  wait: (milliseconds: number) => Promise<void>
}

export function makeAlarm(): Alarm {
  let rung = false
  let awaken: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      awaken?.()
    },
    reset: () => {
      rung = false
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (rung) return resolve()
        const timer = setTimeout(resolve, milliseconds)
        awaken = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
