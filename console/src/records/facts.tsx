import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dimmed } from '../shell/dimmed.ts'

/** Read-only values that the service maintains. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) =>
  facts.length > 0 && (
    <Stack gap={4} mt="sm">
      {facts.map(([name, value]) => (
        <Dimmed key={name} className="anywhere">
          {name}: {value}
        </Dimmed>
      ))}
    </Stack>
  )
