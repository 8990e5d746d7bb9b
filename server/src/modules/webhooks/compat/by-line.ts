/** Who did something, for a note: the first name that the caller gave as text, at most 200 characters of it. */
export function byLine(verb: string, names: unknown[], fallback: string): string {
  const name = names.find((name): name is string => typeof name === 'string' && name.trim() !== '')
  return `${verb} by ${(name ?? fallback).slice(0, 200).toWellFormed()}`
}
