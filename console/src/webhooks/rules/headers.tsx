import { CloseButton, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OwnInputProps } from '../../records/field-input.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { Rows, RowsField, type RowProps } from './rows-field.tsx'

const { outbound: w } = webhooks

type Pair = readonly [name: string, value: string]

const toRecord = (pairs: readonly Pair[]) => Object.fromEntries(pairs)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** While typing, a name may be empty or repeated, so the rows are also kept as state. */
export function Headers({ label, hint, value, error, change }: OwnInputProps) {
  const given = (value ?? {}) as Record<string, string>
  const [typed, setTyped] = useState<readonly Pair[]>([])
  const rows = isSame(toRecord(typed), given) ? typed : Object.entries(given)
  const set = (next: readonly Pair[]) => {
    setTyped(next)
    change(toRecord(next))
  }
  const add = { label: w.addHeader, act: () => set([...rows, ['', '']]) }
  return (
    <RowsField label={label} hint={hint} error={error} add={add}>
      <Rows rows={rows} change={set} Row={Header} />
    </RowsField>
  )
}

const Header = ({ number, row: [name, value], set, remove }: RowProps<Pair>) => (
  <Group gap="xs" align="center">
    <TextInput
      aria-label={w.headerName(number)}
      placeholder={w.namePlaceholder}
      value={name}
      onChange={(event) => set([event.currentTarget.value, value])}
      flex="1 1 9rem"
      size="xs"
    />
    <TextInput
      aria-label={w.headerValue(number)}
      placeholder={w.valuePlaceholder}
      value={value}
      onChange={(event) => set([name, event.currentTarget.value])}
      flex="2 1 9rem"
      size="xs"
      autoComplete="off"
    />
    <CloseButton size="sm" aria-label={w.removeHeader(number)} onClick={remove} />
  </Group>
)
