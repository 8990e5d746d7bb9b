import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { records } from '../words/records.ts'

interface Props {
  value: string | undefined
  find: (q: string | undefined) => void
}

/** Full-text search, started when typing pauses. Switching views replaces the typed text. */
export function Search({ value, find }: Props) {
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
  const search = useDebouncedCallback((q: string | undefined) => {
    setSubmitted(q)
    find(q)
  }, 300)
  return (
    <TextInput
      aria-label={records.search}
      placeholder={records.searchHint}
      title={records.searchSyntax}
      type="search"
      size="xs"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        search(value.trim() || undefined)
      }}
      flex="1 1 14rem"
      maw="24rem"
    />
  )
}
