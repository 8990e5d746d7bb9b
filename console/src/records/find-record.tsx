import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '../shell/problem-text.ts'
import { records as w } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import type { Kind } from './kinds.ts'
import { NoOption } from './no-option.tsx'
import { recordOptions } from './record-options.ts'

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
  /** Whether it takes the focus when its dialog opens. */
  hasFirstFocus?: boolean
}

/** An input that finds a record by name or number. */
export function FindRecord(props: Props) {
  const { kind, label, typed, type, pick, without = [], error, required = false, hasFirstFocus } = props
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
          data-autofocus={hasFirstFocus}
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
  // Until the next ones are found, the options stay: a click on one that is replaced meanwhile would be lost.
  const { data, error } = useQuery({ ...recordOptions(kind, q), placeholderData: keepPreviousData })
  if (error) return <NoOption>{problemText(error)}</NoOption>
  if (!data) return <NoOption>{shell.loading}</NoOption>
  const offered = data.filter(({ id }) => !without.includes(id))
  if (offered.length === 0) return <NoOption>{w.noneFound}</NoOption>
  return offered.map(({ id, title }) => (
    <Combobox.Option key={id} value={id}>
      {id} {title}
    </Combobox.Option>
  ))
}
