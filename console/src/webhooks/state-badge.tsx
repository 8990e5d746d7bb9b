import { Badge } from '@mantine/core'

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
}: {
  state: State
  labels: Record<State, string>
}) => (
  <Badge variant="light" color={colours[state] ?? 'gray'}>
    {labels[state]}
  </Badge>
)
