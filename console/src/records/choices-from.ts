/** Choices from their labels by value, and from what explains them in the list. */
export const choicesFrom = (labels: Record<string, string>, hints?: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label, ...(hints && { hint: hints[value] }) }))

/** Each of these values once, as its own label. */
export const choicesOf = (values: readonly (string | null)[]) =>
  [...new Set(values)].flatMap((value) => (value === null ? [] : [{ value, label: value }]))
