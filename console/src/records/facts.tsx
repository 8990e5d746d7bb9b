import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dimmed } from '../shell/dimmed.ts'

/** A value that the service maintains. Without a value it is not shown. */
export type Fact = readonly [label: string, value: ReactNode]

export const hasValue = ([, value]: Fact): boolean =>
  value !== null && value !== undefined && value !== false && value !== ''

export const Facts = ({ facts }: { facts: readonly Fact[] }) => {
  const shown = facts.filter(hasValue)
  return (
    shown.length > 0 && (
      <Stack gap={4} mt="sm">
        {shown.map(([label, value]) => (
          <Dimmed key={label} className="anywhere">
            {label}: {value}
          </Dimmed>
        ))}
      </Stack>
    )
  )
}
