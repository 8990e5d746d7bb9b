interface EditOptions {
  /** Which letters may be mistaken for each other. */
  replaces?: 'any letter' | 'vowels'
}

/** Whether one typing mistake turns one word into the other: a letter missing, added or replaced, or two swapped. */
export function isOneEditApart(a: string, b: string, { replaces = 'any letter' }: EditOptions = {}): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let [endOfA, endOfB] = [a.length, b.length]
  while (endOfA > start && endOfB > start && a[endOfA - 1] === b[endOfB - 1]) {
    endOfA--
    endOfB--
  }
  const [restOfA, restOfB] = [a.slice(start, endOfA), b.slice(start, endOfB)]
  if (restOfA.length + restOfB.length === 1) return true
  if (restOfA.length === 1 && restOfB.length === 1)
    return replaces === 'any letter' || /^[aeiou]{2}$/.test(restOfA + restOfB)
  return restOfA.length === 2 && restOfA === `${restOfB[1]}${restOfB[0]}`
}

/** Whether a typed word is another with at most one mistake. Short words and the first letter are not forgiven. */
export const isMisspeltAs = (typed: string, meant: string): boolean =>
  typed.length >= 5 && typed[0] === meant[0] && (typed === meant || isOneEditApart(typed, meant))
