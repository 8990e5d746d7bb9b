import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { isComposing } from '../shell/is-composing.ts'
import { records } from '../words/records.ts'
import { focusFirstRow } from './table-focus.ts'
import { useSearchText } from './use-search-text.ts'

interface Props {
  value: string | undefined
  find: (q: string | undefined) => void
}

/** From the search to what it has found. */
function goToRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' || isComposing(event)) return
  event.preventDefault()
  focusFirstRow()
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
    onKeyDown={goToRows}
    flex="1 1 14rem"
    maw="24rem"
  />
)
