import { Group, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { words } from '../words.ts'
import { choicesFrom } from './field-input.tsx'
import { Search } from './search.tsx'
import type { View } from './view.ts'

export interface Filter {
  name: string
  label: string
  /** Free text or a day, for filters without choices. */
  kind?: 'words' | 'day'
  choices?: readonly { value: string; label: string }[]
}

interface Props {
  view: View<string>
  show: (change: Record<string, string | undefined>) => void
  filters: readonly Filter[]
  sorts: Record<string, string>
  /** Sort keys whose default order is ascending; the others default to descending. */
  ascending: readonly string[]
}

const list = (value: string | undefined) => value?.split(',') ?? []
const joined = (values: string[]) => values.join(',') || undefined

export function Filters({ view, show, filters, sorts, ascending }: Props) {
  return (
    <Group align="end" gap="sm">
      <Search value={view.q} find={(q) => show({ q })} />
      {filters.map((filter) => (
        <FilterInput
          key={filter.name}
          filter={filter}
          value={view[filter.name]}
          change={(value) => show({ [filter.name]: value })}
        />
      ))}
      <Select
        label={words.records.sort}
        data={choicesFrom(sorts)}
        value={view.sort ?? 'created_at'}
        onChange={(sort) => show({ sort: sort!, order: ascending.includes(sort!) ? 'asc' : undefined })}
        allowDeselect={false}
        w="9.5rem"
      />
    </Group>
  )
}

interface InputProps {
  filter: Filter
  value: string | undefined
  change: (value: string | undefined) => void
}

function FilterInput({ filter: { label, kind, choices = [] }, value, change }: InputProps) {
  if (kind === 'day')
    return (
      <TextInput
        type="date"
        w="9.5rem"
        label={label}
        value={value ?? ''}
        onChange={(event) => change(event.currentTarget.value || undefined)}
      />
    )
  const common = {
    label,
    value: list(value),
    onChange: (values: string[]) => change(joined(values)),
    flex: '1 1 11rem',
    clearable: true,
  }
  return kind === 'words' ? (
    <TagsInput {...common} data={choices.map((choice) => choice.value)} />
  ) : (
    <MultiSelect {...common} data={[...choices]} />
  )
}
