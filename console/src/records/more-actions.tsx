import { Button, Menu } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeletablePath } from '../api/paths.ts'
import { remove, useRefresh } from '../api/records.ts'
import { useMe } from '../session/me.ts'
import { ConfirmDialog } from '../shell/confirm.tsx'
import { notify } from '../shell/notify.ts'
import { records as w } from '../words/records.ts'
import { shell } from '../words/shell.ts'

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
  const [navigate, refresh, clipboard] = [useNavigate(), useRefresh(path), useClipboard()]
  const { may } = useMe()
  const act = async () => {
    await remove(path, id)
    await navigate({ to: list })
    notify(w.deleted)
    await refresh()
  }
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
        act={act}
      />
    </>
  )
}
