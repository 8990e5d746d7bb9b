import { Group, Stack, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Dimmed } from './dimmed.ts'
import { shell } from '../words/shell.ts'

interface Props {
  title: string
  /** Of an area with several, for the browser's tab. */
  section?: string | undefined
  /** Shown before the title: a number, badges. */
  before?: ReactNode
  detail?: string
  /** Buttons on the right. */
  children?: ReactNode
}

/** Where screen readers hear that another page is open. */
export const PageStatus = () => <div id="page-status" role="status" className="unseen" />

/** The title in the browser's tab, which is also announced. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${shell.brand}`
    document.querySelector('#page-status')?.replaceChildren(document.title)
  }, [title])
}

/** The title of a page, also in the browser's tab, and its actions. */
export function PageHead({ title, section, before, detail, children }: Props) {
  usePageTitle(section ? `${section} · ${title}` : title)
  return (
    // As high as its buttons, which come once it is known what the user may do.
    <Group justify="space-between" align="start" gap="sm" mih={30}>
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
