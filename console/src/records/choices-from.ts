/** Choices from their labels by value. */
export const choicesFrom = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Each of these values once, as its own label. */
export const choicesOf = (values: readonly (string | null)[]) =>
  [...new Set(values)].flatMap((value) => (value === null ? [] : [{ value, label: value }]))
