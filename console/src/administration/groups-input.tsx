import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '../api/records.ts'
import type { OwnInputProps } from '../records/field-input.tsx'

/** Suggests groups that have members. Names are case-sensitive, so one that exists is taken as it is written there. */
export function GroupsInput({ label, hint, value, error, change }: OwnInputProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 150)
  const { data: names = [] } = useRead('/groups', {
    query: { q },
    select: ({ data }) => data.map(({ name }) => name),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
  const existing = (given: string) => names.find((name) => name.toLowerCase() === given.toLowerCase())
  return (
    <TagsInput
      label={label}
      description={hint}
      error={error}
      size="sm"
      data={names}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={(next) => change([...new Set(next.map((name) => existing(name) ?? name))])}
      searchValue={typed}
      onSearchChange={setTyped}
      acceptValueOnBlur
    />
  )
}
