import { Failure } from './failures.ts'

export interface Deadline {
  signal: AbortSignal
  /** Rejects when the time is up or `outer` fires, whatever the thing that is waited for does. */
  passed: Promise<never>
  /** To be called at the end in any case. */
  release: () => void
}

/** AbortSignal.any and AbortSignal.timeout would stay tied to a long-lived `outer` after the work is done. */
export function startDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const passed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  passed.catch(() => undefined) // nobody need listen any more
  const timer = setTimeout(() => controller.abort(new Failure('timeout')), milliseconds)
  const follow = () => controller.abort(outer.reason)
  if (outer.aborted) follow()
  else outer.addEventListener('abort', follow, { once: true })
  return {
    signal,
    passed,
    release: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', follow)
    },
  }
}
