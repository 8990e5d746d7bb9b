import { Group, Stack, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Dimmed } from './dimmed.ts'
import { shell } from '../words/shell.ts'

interface Props {
  title: string
  /** Shown before the title: a number, badges. */
  before?: ReactNode
  detail?: string
  /** Buttons on the right. */
  children?: ReactNode
}

/** The title in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${shell.brand}`
  }, [title])
}

/** The title of a page, also in the browser's tab, and its actions. */
export function PageHead({ title, before, detail, children }: Props) {
  usePageTitle(title)
  return (
    <Group justify="space-between" align="start" gap="sm">
      <Stack gap={4} miw={0} flex="1 1 11rem">
        {before && <Group gap="xs">{before}</Group>}
        <Title order={1} size="h2" className="title">
          {title}
        </Title>
        {detail && <Dimmed className="anywhere">{detail}</Dimmed>}
      </Stack>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}
