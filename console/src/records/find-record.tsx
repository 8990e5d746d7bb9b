import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useList } from '../api/records.ts'
import { words } from '../words.ts'
import { kinds, titleOf, type Kind } from './kinds.ts'

interface Props {
  kind: Kind
  label: string
  typed: string
  type: (text: string) => void
  pick: (id: string) => void
  /** IDs to leave out of the results. */
  without?: readonly string[]
  error?: string | undefined
  required?: boolean
}

const { records: w } = words

/** An input that finds a record by name or number. */
export function FindRecord({ kind, label, typed, type, pick, without = [], error, required = false }: Props) {
  const [q] = useDebouncedValue(typed.trim(), 250)
  const [isOpen, setOpen] = useState(false)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        pick(id)
        setOpen(false)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          label={label}
          placeholder={w.pickHint}
          error={error}
          required={required}
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value)
            setOpen(true)
            combobox.resetSelectedOption()
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} className="options" aria-label={label}>
          {isOpen && <SearchResults kind={kind} q={q} without={without} />}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function SearchResults({ kind, q, without }: { kind: Kind; q: string; without: readonly string[] }) {
  const list = useList(kinds[kind].path, { limit: '20', q })
  const offered = list.rows.filter(({ id }) => !without.includes(id))
  if (list.error) return <Combobox.Empty>{list.error.message}</Combobox.Empty>
  if (list.total === undefined) return <Combobox.Empty>{words.loading}</Combobox.Empty>
  if (offered.length === 0) return <Combobox.Empty>{w.noneFound}</Combobox.Empty>
  return offered.map((record) => (
    <Combobox.Option key={record.id} value={record.id}>
      {record.id} {titleOf(record)}
    </Combobox.Option>
  ))
}
