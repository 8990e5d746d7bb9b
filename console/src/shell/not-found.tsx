import { Group, Stack, Text } from '@mantine/core'
import { nav, shell } from '../words/shell.ts'
import { AnchorLink } from './links.tsx'
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
        <AnchorLink key={to} to={to}>
          {label}
        </AnchorLink>
      ))}
    </Group>
  </Stack>
)
