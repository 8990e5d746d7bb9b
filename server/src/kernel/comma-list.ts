/** Values of a filter that are separated by commas. The whole is a value as well, because names may have commas in them. */
export const valuesIn = (list: string): string[] => [...new Set([...list.split(','), list])]
