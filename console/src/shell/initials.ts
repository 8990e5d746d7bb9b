/** "Ada Byron King" is AK; an email address gives the initials of its part before the @. */
export function initialsOf(name: string): string {
  const letters = name
    .normalize('NFC')
    .split('@')[0]!
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((part) => Array.from(part)[0]!)
  return (letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : letters.join('')).toUpperCase()
}
