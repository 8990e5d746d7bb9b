/** `1 job`, `2 jobs`; `many` is for a noun that takes more than an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
