import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonLink } from '../shell/links.tsx'
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
      <ButtonLink to={to}>{w.open}</ButtonLink>
    </Group>
  </Stack>
)
