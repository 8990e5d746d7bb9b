import { Badge, type BadgeProps } from '@mantine/core'

const colours: Record<string, string> = {
  failing: 'red',
  failed: 'red',
  rejected: 'red',
  retrying: 'orange',
  pending: 'blue',
  confirming: 'blue',
  healthy: 'teal',
  delivered: 'teal',
  created: 'teal',
  resolved: 'teal',
  acknowledged: 'teal',
  noted: 'teal',
  confirmed: 'teal',
  would_create: 'teal',
  would_resolve: 'teal',
}

export const StateBadge = <State extends string>({
  state,
  labels,
  ...look
}: {
  state: State
  labels: Record<State, string>
} & BadgeProps) => (
  <Badge color={colours[state] ?? 'gray'} {...look}>
    {labels[state]}
  </Badge>
)
