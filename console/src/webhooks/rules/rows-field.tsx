import { Button, Fieldset, Group, Input, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Caption } from '../../shell/dimmed.ts'

interface Props {
  label: string
  hint: string | undefined
  error: string | undefined
  add?: { label: string; act: () => void }
  children: ReactNode
}

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
