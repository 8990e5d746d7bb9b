import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { nav, shell } from '../words/shell.ts'
import { PageHead } from './page-head.tsx'

const ways = [
  ['/', shell.home],
  ['/incidents', nav.incidents],
  ['/knowledge', nav.knowledge],
] as const

export const NotFound = () => (
  <Stack align="start">
    <PageHead title={shell.notFound} />
    <Text>{shell.notFoundHint}</Text>
    <Group>
      {ways.map(([to, label]) => (
        <Anchor key={to} component={Link} to={to}>
          {label}
        </Anchor>
      ))}
    </Group>
  </Stack>
)
