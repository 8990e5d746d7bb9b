import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `look` returns a truthy value, or no longer throws. The limit is generous and not part of the
 * assertion.
 */
export async function eventually<T>(look: () => T | Promise<T>, withinSeconds = 120): Promise<T> {
  const deadline = performance.now() + withinSeconds * 1000
  for (;;) {
    const outcome = await attempt(look)
    if ('value' in outcome && outcome.value) return outcome.value
    if (performance.now() > deadline)
      throw new Error(`Did not happen within ${withinSeconds} s: ${look.toString()}`, {
        cause: 'error' in outcome ? outcome.error : undefined,
      })
    await sleep(20)
  }
}

async function attempt<T>(look: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await look() }
  } catch (error) {
    return { error }
  }
}
