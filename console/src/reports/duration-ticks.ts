const [hour, dayLength] = [60, 1440]
const steps = [5, 15, 30, hour, 2 * hour, 6 * hour, 12 * hour, dayLength, 2 * dayLength, 7 * dayLength]
const maxSteps = 5

/** Whole hours or days up to the longest of these times, in minutes. */
export function durationTicks(minutes: readonly number[]): number[] {
  const longest = Math.max(1, ...minutes)
  const step = steps.find((each) => longest <= maxSteps * each) ?? 30 * dayLength
  return Array.from({ length: Math.ceil(longest / step) + 1 }, (_, i) => i * step)
}
