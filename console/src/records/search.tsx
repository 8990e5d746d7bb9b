import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { words } from '../words.ts'

interface Props {
  value: string | undefined
  find: (q: string | undefined) => void
}

/** Full text, a moment after one stops typing. */
export function Search({ value, find }: Props) {
  const search = useDebouncedCallback((q: string) => find(q.trim() || undefined), 300)
  return (
    <TextInput
      label={words.records.search}
      placeholder={words.records.searchHint}
      type="search"
      defaultValue={value ?? ''}
      onChange={(event) => search(event.currentTarget.value)}
      flex="1 1 14rem"
    />
  )
}
