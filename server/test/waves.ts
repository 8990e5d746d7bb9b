/** Fewer than the service takes for a queue, so that a slow machine does not refuse some as an overload. */
const wave = 25

/** Many calls in a short time, a few of them at once. */
export async function inWaves<T>(count: number, call: (place: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < count) {
    const begun = results.length
    const size = Math.min(wave, count - begun)
    results.push(...(await Promise.all(Array.from({ length: size }, (_, i) => call(begun + i)))))
  }
  return results
}
