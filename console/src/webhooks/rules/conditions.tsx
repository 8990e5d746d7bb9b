import { CloseButton, Group, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { choicesFrom } from '../../records/choices-from.ts'
import type { OwnInputProps } from '../../records/field-input.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { shell } from '../../words/shell.ts'
import type { Filter as Condition } from '../../api/schema.d.ts'
import type { Operator } from '../model.ts'
import { Rows, RowsField, type RowProps } from './rows-field.tsx'
import { asList, asText, withOperator } from './values.ts'

const { conditions: w } = webhooks

export const Conditions = (props: OwnInputProps) => <ConditionRows {...props} none={w.always} />

export const ResolveConditions = (props: OwnInputProps) => <ConditionRows {...props} none={w.never} />

function ConditionRows({ label, hint, value, error, change, none }: OwnInputProps & { none: string }) {
  const rows = Array.isArray(value) ? (value as Condition[]) : []
  const add = { label: w.add, act: () => change([...rows, { field: '', operator: 'eq', value: '' }]) }
  return (
    <RowsField label={label} hint={hint} error={error} add={add}>
      {rows.length === 0 && <Text size="sm">{none}</Text>}
      <Rows rows={rows} change={change} Row={ConditionRow} />
    </RowsField>
  )
}

const ConditionRow = ({ number, row, set, remove }: RowProps<Condition>) => (
  <Group gap="xs" align="center">
    <TextInput
      aria-label={w.field(number)}
      placeholder={w.fieldPlaceholder}
      value={row.field}
      onChange={(event) => set({ ...row, field: event.currentTarget.value })}
      flex="2 1 9rem"
      size="xs"
    />
    <Select
      aria-label={w.operator(number)}
      data={choicesFrom(w.operators)}
      value={row.operator}
      onChange={(operator) => set(withOperator(row, operator as Operator))}
      allowDeselect={false}
      flex="1 1 8rem"
      size="xs"
    />
    <Value number={number} row={row} set={(value) => set({ ...row, value })} />
    <CloseButton size="sm" aria-label={w.remove(number)} onClick={remove} />
  </Group>
)

interface ValueProps {
  number: number
  row: Condition
  set: (value: unknown) => void
}

function Value({ number, row: { operator, value }, set }: ValueProps) {
  const common = { 'aria-label': w.value(number), flex: '2 1 9rem', size: 'xs' }
  switch (operator) {
    case 'exists':
      return (
        <Select
          {...common}
          data={choicesFrom({ yes: shell.yes, no: shell.no })}
          value={value === false ? 'no' : 'yes'}
          onChange={(next) => set(next !== 'no')}
          allowDeselect={false}
        />
      )
    case 'in':
    case 'not_in':
      return (
        <TagsInput
          {...common}
          placeholder={asList(value).length === 0 ? w.listPlaceholder : ''}
          value={asList(value)}
          onChange={set}
          acceptValueOnBlur
        />
      )
    default:
      return (
        <TextInput
          {...common}
          placeholder={w.valuePlaceholder}
          value={asText(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
  }
}
