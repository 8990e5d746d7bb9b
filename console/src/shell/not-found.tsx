import { Group, Stack, Text } from '@mantine/core'
import { nav, shell } from '../words/shell.ts'
import { AnchorLink } from './links.tsx'
import { PageHead } from './page-head.tsx'

/** A page to continue on. */
export interface Way {
  to: string
  label: string
}

interface Props {
  title: string
  hint: string
  ways: readonly Way[]
}

/** Says what is missing, and offers pages to continue on. */
export const Missing = ({ title, hint, ways }: Props) => (
  <Stack align="start">
    <PageHead title={title} />
    <Text>{hint}</Text>
    <Group>
      {ways.map(({ to, label }) => (
        <AnchorLink key={to} to={to}>
          {label}
        </AnchorLink>
      ))}
    </Group>
  </Stack>
)

export const NotFound = () => (
  <Missing
    title={shell.notFound}
    hint={shell.notFoundHint}
    ways={[
      { to: '/', label: shell.home },
      { to: '/incidents', label: nav.incidents },
      { to: '/knowledge', label: nav.knowledge },
    ]}
  />
)
