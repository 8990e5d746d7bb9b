import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, type Page } from '../api/client.ts'
import { words } from '../words.ts'
import { kinds, titleOf, type Kind, type Named } from './kinds.ts'
import { RecordLink } from './record-link.tsx'

interface Props {
  label: string
  to: Kind
  value: string
  error: string | undefined
  required: boolean
  change: (id: string | null) => void
}

/** A reference to one other record: found by its words or its number, shown with its name and the way to it. */
export function Lookup({ label, to, value, error, required, change }: Props) {
  const box = useCombobox()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // Chosen elsewhere: by a suggestion, or by somebody else.
    setKnown(value)
    setTyped(value)
  }
  const found = useFound(to, typed, box.dropdownOpened)
  const write = (text: string) => {
    setTyped(text)
    setKnown(text.trim())
    change(text.trim() || null)
  }
  return (
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        write(id)
        box.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={label}
          error={error}
          required={required}
          value={typed}
          placeholder={words.records.pickHint}
          onChange={(event) => {
            write(event.currentTarget.value)
            box.openDropdown()
            box.resetSelectedOption()
          }}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      {!error && isNumber(value) && <RecordLink kind={to} id={value} />}
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={label}>
          {found.map((record) => (
            <Combobox.Option key={record.id} value={record.id}>
              {record.id} {titleOf(to, record)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const isNumber = (text: string) => /^[A-Z]{2,3}\d+$/.test(text)

function useFound(to: Kind, typed: string, isOpen: boolean): Named[] {
  const [q] = useDebouncedValue(typed.trim(), 300)
  const { path } = kinds[to]
  const { data } = useQuery({
    queryKey: [path, 'lookup', q],
    queryFn: ({ signal }) => read<Page<Named>>(`${path}?limit=8&q=${encodeURIComponent(q)}`, signal),
    enabled: isOpen && q.length > 1,
  })
  return data?.data ?? []
}
