import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { words } from '../words.ts'
import { PageHead } from './page-head.tsx'

const ways = [
  ['/', words.home],
  ['/incidents', words.nav.incidents],
  ['/knowledge', words.nav.knowledge],
] as const

export const NotFound = () => (
  <Stack align="start">
    <PageHead title={words.notFound} />
    <Text>{words.notFoundHint}</Text>
    <Group>
      {ways.map(([to, label]) => (
        <Anchor key={to} component={Link} to={to}>
          {label}
        </Anchor>
      ))}
    </Group>
  </Stack>
)
