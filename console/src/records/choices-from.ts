/** Choices from their labels by value. */
export const choicesFrom = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
