import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../shell/page-head.tsx'
import { Secret } from '../shell/secret.tsx'
import { webhooks as w } from '../words/webhooks.ts'
import type { Webhook } from './model.ts'

interface Props {
  webhook: Webhook
  to: string
  children?: ReactNode
}

/** The secret, shown once, before the page of the webhook. */
export const Created = ({ webhook: { name, secret }, to, children }: Props) => (
  <Stack maw={820}>
    <PageHead title={w.created(name)} />
    {secret && (
      <>
        <Text size="sm">{w.secretHint}</Text>
        <Secret label={w.secret} value={secret} />
      </>
    )}
    {children}
    <Group>
      <Button component={Link} to={to}>
        {w.open}
      </Button>
    </Group>
  </Stack>
)
