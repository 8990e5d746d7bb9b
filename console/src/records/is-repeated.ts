/** Whether an earlier name is the same. */
export const isRepeated = (names: readonly string[], index: number): boolean =>
  names.findIndex((name) => name.trim() === names[index]!.trim()) < index
