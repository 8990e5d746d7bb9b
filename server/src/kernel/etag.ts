import { preconditionFailed } from './errors.ts'

export const etagOf = (version: number): string => `"${version}"`

/** Weak and strong tags of the same version are equivalent. */
export function checkIfMatch(header: string | undefined, version: number): void {
  if (header === undefined || header.trim() === '*') return
  const current = etagOf(version)
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(current)) throw preconditionFailed(current)
}
