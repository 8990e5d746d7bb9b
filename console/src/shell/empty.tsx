import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** An empty state: why there is nothing, and what to do about it. */
export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Stack align="center" gap="sm" py="xl">
    <Text c="dimmed" ta="center">
      {text}
    </Text>
    {children}
  </Stack>
)
