import { Button, Fieldset, Group, Input, Stack } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Caption } from '../../shell/dimmed.ts'

interface Props {
  label: string
  hint: string | undefined
  error: string | undefined
  add?: { label: string; act: () => void }
  children: ReactNode
}

export interface RowProps<Row> {
  number: number
  row: Row
  set: (row: Row) => void
  remove: () => void
}

interface RowsProps<Row> {
  rows: readonly Row[]
  change: (rows: Row[]) => void
  Row: ComponentType<RowProps<Row>>
}

export const Rows = <Row,>({ rows, change, Row }: RowsProps<Row>) =>
  rows.map((row, index) => (
    <Row
      key={index}
      number={index + 1}
      row={row}
      set={(next) => change(rows.with(index, next))}
      remove={() => change(rows.toSpliced(index, 1))}
    />
  ))

export const RowsField = ({ label, hint, error, add, children }: Props) => (
  <Fieldset legend={label} p="sm">
    <Stack gap="xs">
      {hint && <Caption>{hint}</Caption>}
      {children}
      {error && <Input.Error>{error}</Input.Error>}
      {add && (
        <Group>
          <Button size="xs" variant="default" onClick={add.act}>
            {add.label}
          </Button>
        </Group>
      )}
    </Stack>
  </Fieldset>
)
