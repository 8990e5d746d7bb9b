import { TextInput } from '@mantine/core'
import { records } from '../words/records.ts'
import { useSearchText } from './use-search-text.ts'

interface Props {
  value: string | undefined
  find: (q: string | undefined) => void
}

/** Full-text search. */
export const Search = ({ value, find }: Props) => (
  <TextInput
    aria-label={records.search}
    placeholder={records.searchHint}
    title={records.searchSyntax}
    type="search"
    size="xs"
    {...useSearchText(value, find)}
    flex="1 1 14rem"
    maw="24rem"
  />
)
