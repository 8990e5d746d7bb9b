import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import type { View } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { notify } from '../shell/notify.ts'
import { notifyProblem } from '../shell/notify-problem.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { lists } from '../words/lists.ts'
import { shell } from '../words/shell.ts'
import type { SavedViews } from './saved-views.ts'

const { views: w } = lists

export interface SavedViewProps {
  saved: SavedViews
  /** Filters, order and columns as the service keeps them. */
  content: Pick<View, 'filters' | 'sort' | 'columns'>
  hasChanged: boolean
  onOpen: (view: View) => void
  onClose: () => void
}

/** What can be done with a saved view; others' shared views are changed by managers. */
export function SavedViewActions(props: SavedViewProps & { view: View }) {
  const { view, saved, content, hasChanged, onOpen, onClose } = props
  const { me, may } = useMe()
  const mayShare = useMayShare()
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDialog(undefined)
    button.current?.focus() // the item of the menu that opened the dialog is gone
  }
  const mayChange = view.owner === me?.email || may('managers')
  const mayEdit = !view.shared || mayShare
  const attempt = (work: Promise<unknown>) => void work.catch(notifyProblem)
  if (!mayChange) return hasChanged && <SaveView saved={saved} content={content} onOpen={onOpen} />
  return (
    <Popover opened={dialog !== undefined} onChange={(open) => !open && close()} trapFocus shadow="md">
      {hasChanged && mayEdit && (
        <Button size="compact-xs" variant="light" onClick={() => attempt(saved.update(view, content))}>
          {w.update}
        </Button>
      )}
      {hasChanged && !mayEdit && <SaveView saved={saved} content={content} onOpen={onOpen} />}
      <Menu position="bottom-end">
        <Popover.Target>
          <Menu.Target>
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={w.actions(view.name)}
            >
              ⋯
            </ActionIcon>
          </Menu.Target>
        </Popover.Target>
        <Menu.Dropdown>
          {mayEdit && <Menu.Item onClick={() => setDialog('rename')}>{w.rename}</Menu.Item>}
          {(view.shared || mayShare) && (
            <Menu.Item onClick={() => attempt(saved.update(view, { shared: !view.shared }))}>
              {view.shared ? w.private : w.share}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setDialog('delete')}>
            {w.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Popover.Dropdown aria-label={dialog === 'delete' ? w.delete : w.rename}>
        {dialog === 'rename' && (
          <NameForm
            initial={view.name}
            submit={async (name) => {
              await saved.update(view, { name })
              close()
            }}
          />
        )}
        {dialog === 'delete' && (
          <Stack gap="xs">
            <Text size="sm">{w.deleteQuestion(view.name, view.shared)}</Text>
            <Button size="xs" color="red" onClick={() => attempt(saved.remove(view).then(onClose))}>
              {w.delete}
            </Button>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function useMayShare(): boolean {
  const { may } = useMe()
  return may('agents') || may('approvers') || may('editors')
}

type SaveProps = Pick<SavedViewProps, 'saved' | 'content' | 'onOpen'>

/** A button that asks for the name of a new view. */
export function SaveView({ saved, content, onOpen }: SaveProps) {
  const [isOpen, form] = useDisclosure()
  const mayShare = useMayShare()
  const [shared, setShared] = useState(false)
  return (
    <Popover opened={isOpen} onChange={(open) => !open && form.close()} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button size="compact-xs" variant="light" onClick={form.toggle}>
          {w.save}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={w.save}>
        <NameForm
          initial=""
          submit={async (name) => {
            const view = await saved.create({ name, noun: saved.noun, shared, ...content })
            form.close()
            notify(w.saved(name))
            onOpen(view)
          }}
        >
          {mayShare && (
            <Checkbox
              size="xs"
              label={w.share}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
        </NameForm>
      </Popover.Dropdown>
    </Popover>
  )
}

interface NameFormProps {
  initial: string
  submit: (name: string) => Promise<void>
  children?: ReactNode
}

function NameForm({ initial, submit, children }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [failure, setFailure] = useState<Error>()
  const send = withoutReload(() => submit(name.trim()).catch(setFailure))
  return (
    <form onSubmit={send}>
      <Stack gap="xs" maw={260}>
        <TextInput
          size="xs"
          label={w.name}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {children}
        {failure && <Failure error={failure} />}
        <Button type="submit" size="xs" disabled={name.trim() === ''}>
          {shell.save}
        </Button>
      </Stack>
    </form>
  )
}
