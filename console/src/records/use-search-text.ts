import { useDebouncedCallback } from '@mantine/hooks'
import { useState, type ChangeEvent } from 'react'

const trimmed = (typed: string) => typed.trim()

/**
 * The text of a search field, whose search starts when typing pauses. A value that did not come from this field, such
 * as that of another view, replaces the typed text.
 */
export function useSearchText(
  value: string | undefined,
  find: (value: string | undefined) => void,
  /** What is searched for instead of what is typed. */
  read = trimmed,
) {
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  const [submitted, setSubmitted] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== submitted) {
      setSubmitted(value)
      setTyped(value ?? '')
    }
  }
  const search = useDebouncedCallback((text: string) => {
    const next = read(text) || undefined
    setSubmitted(next)
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
