/** "Ada Byron King" is AK; an email address gives the initials of its part before the @. */
export function initialsOf(name: string): string {
  const parts = name
    .split('@')[0]!
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const [first = ''] = parts
  const last = parts.length > 1 ? parts.at(-1)! : ''
  return (first.slice(0, 1) + last.slice(0, 1)).toUpperCase()
}
