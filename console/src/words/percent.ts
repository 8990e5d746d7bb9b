/** Rounded, but 100 % only for all and 0 % only for nothing. */
export function percent(share: number, digits = 0): string {
  if (share <= 0 || share === 1) return `${100 * share} %`
  const least = 10 ** -digits
  const shown = share < 1 ? Math.min(100 - least, Math.max(least, 100 * share)) : 100 * share
  return `${shown.toFixed(digits)} %`
}
