import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { problemText } from '../shell/problem-text.ts'
import { records as w } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { kinds, titleOf, type Kind } from './kinds.ts'
import { NoOption } from './no-option.tsx'

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

/** The newest records until something is typed, then what the search finds. */
function useOffers(kind: Kind, q: string) {
  const { path } = kinds[kind]
  return useQuery({
    queryKey: [path, 'list', 'offers', q],
    queryFn: async ({ signal }): Promise<{ id: string; title: string }[]> => {
      if (q === '') {
        const { data } = await bodyOf(api.GET(path, { params: { query: { limit: 20 } }, signal }))
        return data.map((record) => ({ id: record.id, title: titleOf(record) }))
      }
      const query = { q, types: kind, limit: 20 }
      return (await bodyOf(api.GET('/search', { params: { query }, signal }))).data
    },
  })
}

function SearchResults({ kind, q, without }: { kind: Kind; q: string; without: readonly string[] }) {
  const { data, error } = useOffers(kind, q)
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
