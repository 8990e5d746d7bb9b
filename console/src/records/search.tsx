import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { words } from '../words.ts'

interface Props {
  value: string | undefined
  find: (q: string | undefined) => void
}

/** Full text, a moment after one stops typing. Another view brings its own words; what one types stays until then. */
export function Search({ value, find }: Props) {
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) {
      setAsked(value)
      setTyped(value ?? '')
    }
  }
  const search = useDebouncedCallback((q: string | undefined) => {
    setAsked(q)
    find(q)
  }, 300)
  return (
    <TextInput
      label={words.records.search}
      placeholder={words.records.searchHint}
      type="search"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        search(value.trim() || undefined)
      }}
      flex="1 1 14rem"
    />
  )
}
