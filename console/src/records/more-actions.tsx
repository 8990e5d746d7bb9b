import { Button, Menu } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { DeletablePath } from '../api/paths.ts'
import { useMe } from '../session/me.ts'
import { ConfirmDialog } from '../shell/confirm.tsx'
import { notify } from '../shell/notify.ts'
import { records as w } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { useDeletion } from './use-deletion.ts'

interface Props {
  path: DeletablePath
  id: string
  /** Describes the effect of the deletion in one sentence. */
  question: string
  /** Opened after the deletion, because the page of the record no longer exists. */
  list: string
  /** By default managers may. */
  mayDelete?: boolean
  /** Further items. */
  children?: ReactNode
}

/** Actions that are seldom needed. */
export function MoreActions({ path, id, question, list, mayDelete, children }: Props) {
  const [isAsking, dialog] = useDisclosure()
  const erase = useDeletion(path, list)
  const clipboard = useClipboard()
  const { may } = useMe()
  const copy = () => {
    clipboard.copy(location.origin + location.pathname)
    notify(shell.copied)
  }
  return (
    <>
      <Menu position="bottom-end" shadow="sm">
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={w.moreActions}>
            …
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={copy}>{w.copyLink}</Menu.Item>
          {children}
          {(mayDelete ?? may('managers')) && <Menu.Item onClick={dialog.open}>{w.delete}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        close={dialog.close}
        label={w.delete}
        title={w.deleteOne(id)}
        question={question}
        act={() => erase(id)}
      />
    </>
  )
}
