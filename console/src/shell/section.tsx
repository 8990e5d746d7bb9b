import { Group, Paper, Stack, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  /** Buttons on the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

export function Section({ title, actions, children }: Props) {
  const id = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={id} className="anywhere">
            {title}
          </Title>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
