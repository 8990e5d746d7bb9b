import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Read-only values that the service maintains. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) =>
  facts.length > 0 && (
    <Stack gap={4} mt="sm">
      {facts.map(([name, value]) => (
        <Text key={name} size="sm" c="dimmed" className="anywhere">
          {name}: {value}
        </Text>
      ))}
    </Stack>
  )
