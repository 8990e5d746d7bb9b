import { Anchor, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { words } from '../words.ts'

export const NotFound = () => (
  <Stack align="start">
    <Title order={1}>{words.notFound}</Title>
    <Anchor component={Link} to="/incidents">
      {words.home}
    </Anchor>
  </Stack>
)
