import { SendError } from './failures.ts'

export interface Deadline {
  signal: AbortSignal
  /** Must be called at the end in any case. */
  release: () => void
}

/**
 * Fires after a time or with `outer`, whichever comes first. AbortSignal.any would stay tied to a long-lived `outer`
 * after the work is done.
 */
export function startDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new SendError('timeout')), milliseconds)
  const abort = () => controller.abort(outer.reason)
  outer.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    },
  }
}
