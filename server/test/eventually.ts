import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds from one look to the next, of which the longest are a tenth of the time waited so far: a look costs time too. */
const pauses = { shortest: 20, longest: 250 }

/**
 * Waits until `look` returns a truthy value, or no longer throws. The limit is generous and not part of the
 * assertion.
 */
export async function eventually<T>(look: () => T | Promise<T>, withinSeconds = 300): Promise<T> {
  const begun = performance.now()
  for (;;) {
    const outcome = await attempt(look)
    if ('value' in outcome && outcome.value) return outcome.value
    const waited = performance.now() - begun
    if (waited > withinSeconds * 1000)
      throw new Error(`Did not happen within ${withinSeconds} s: ${look.toString()}`, {
        cause: 'error' in outcome ? outcome.error : undefined,
      })
    await sleep(Math.min(Math.max(pauses.shortest, waited / 10), pauses.longest))
  }
}

async function attempt<T>(look: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await look() }
  } catch (error) {
    return { error }
  }
}
