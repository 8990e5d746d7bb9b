import { useDebouncedCallback } from '@mantine/hooks'
import { useState, type ChangeEvent } from 'react'

type Value = string | undefined

const trimmed = (typed: string) => typed.trim()

/**
 * When a value arrives in the address: what this field has searched for since then. Nothing, if the value came from
 * elsewhere. The page of a search can render after the next search has begun.
 */
export const pendingAfter = (searched: readonly Value[], value: Value): readonly Value[] | undefined =>
  searched.includes(value) ? searched.slice(searched.lastIndexOf(value)) : undefined

/**
 * The text of a search field, whose search starts when typing pauses. A value that did not come from this field, such
 * as that of another view, replaces the typed text.
 */
export function useSearchText(
  value: Value,
  find: (value: Value) => void,
  /** What is searched for instead of what is typed. */
  read = trimmed,
) {
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  const [searched, setSearched] = useState<readonly Value[]>([value])
  if (value !== seen) {
    const pending = pendingAfter(searched, value)
    setSeen(value)
    setSearched(pending ?? [value])
    if (!pending) setTyped(value ?? '')
  }
  const search = useDebouncedCallback((text: string) => {
    const next = read(text) || undefined
    setSearched((searched) => [...searched, next])
    find(next)
  }, 300)
  return {
    value: typed,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setTyped(value)
      search(value)
    },
  }
}
