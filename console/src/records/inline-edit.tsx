import { Button, Group, Popover, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import type { Answer } from '../api/client.ts'
import type { AssignedPath, Records } from '../api/paths.ts'
import { changeRecord, readRecord, useRefresh } from '../api/records.ts'
import { isEscape } from '../shell/is-composing.ts'
import { notifyFailure } from '../shell/notify.ts'
import { problemText } from '../shell/problem-text.ts'
import { lists as w } from '../words/lists.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { putInLists } from '../api/paused-list.ts'
import { versionOf, type Version } from './editing/editable-record.ts'
import { saveField, type Access } from './editing/save-field.ts'

type Value = string | null

const valueOf = (record: object, field: string) => (record as Record<string, Value>)[field] ?? null

interface Editor {
  value: Value
  save: (value: Value) => void
  /** Ends the edit without a change. */
  leave: () => void
}

interface Props<P extends AssignedPath> {
  path: P
  item: Records[P]
  field: string
  label: string
  /** What the cell shows while nobody edits it. */
  shown: ReactNode
  textOf: (value: Value) => string
  editor: (editor: Editor) => ReactNode
  /** The editor takes the place of the value, instead of a panel below it. */
  isInPlace?: boolean
}

/** A cell that is edited where it stands: a choice is saved at once, and a conflict is shown at the cell. */
export function InlineEdit<P extends AssignedPath>(props: Props<P>) {
  const { item, field, label, shown, textOf, isInPlace = false } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const value = valueOf(item, field)
  const { save, conflict, settle } = useSave(props)
  const close = () => {
    settle()
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const editor = () =>
    props.editor({
      value,
      save: (next) => {
        close()
        if (next !== value) void save(next)
      },
      leave: () => setOpen(false),
    })
  if (isInPlace && isOpen)
    return (
      <span className="inline in-place" onKeyDown={(event) => isEscape(event) && close()}>
        {editor()}
      </span>
    )
  const trigger = (
    <UnstyledButton
      ref={button}
      className="inline"
      fz="inherit"
      aria-expanded={isOpen || conflict !== undefined}
      onClick={() => setOpen(!isOpen)}
    >
      <VisuallyHidden>{w.edit(label, item.id)}: </VisuallyHidden>
      {shown}
    </UnstyledButton>
  )
  // A list has hundreds of cells: only the one that is edited has a panel.
  if (!isOpen && !conflict) return trigger
  return (
    <Popover opened onChange={close} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {conflict ? (
          <Conflict
            theirs={textOf(conflict.theirs)}
            overwrite={() => {
              close()
              void save(conflict.mine, conflict.version)
            }}
            cancel={close}
          />
        ) : (
          editor()
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface FieldConflict {
  mine: Value
  theirs: Value
  version: Version
}

function useSave<P extends AssignedPath>({ path, item, field }: Props<P>) {
  const queries = useQueryClient()
  const refresh = useRefresh(path)
  const [conflict, setConflict] = useState<FieldConflict>()
  const base = valueOf(item, field)
  const shown = (answer: Answer<Records[P]>) => {
    putInLists(queries, path, answer.body)
    return versionOf(answer)
  }
  const access: Access = {
    save: async (patch, { etag }) => {
      const whileQueued = () => ({ body: Object.assign({}, item, patch), etag })
      return shown(await changeRecord(path, item.id, { patch, etag }, whileQueued))
    },
    reload: async () => shown(await readRecord(path, item.id)),
  }
  /** Onto the version that the list shows, or onto one that was shown as a conflict. */
  const save = async (mine: Value, version = versionOf({ body: item, etag: `"${item.version}"` })) => {
    setConflict(undefined)
    try {
      const { isSaved, version: now } = await saveField(access, field, { value: mine, base }, version)
      const theirs = valueOf(now.values, field)
      if (isSaved) void refresh(item.id)
      else if (theirs !== mine) setConflict({ mine, theirs, version: now })
    } catch (error) {
      notifyFailure(w.saveFailed(item.id, problemText(error as Error)))
    }
  }
  return { save, conflict, settle: () => setConflict(undefined) }
}

interface ConflictProps {
  theirs: string
  overwrite: () => void
  cancel: () => void
}

const Conflict = ({ theirs, overwrite, cancel }: ConflictProps) => (
  <Stack gap="xs" role="alert">
    <Text size="sm" fw={600}>
      {records.conflict}
    </Text>
    <Text size="sm">{w.current(theirs)}</Text>
    <Group gap="xs">
      <Button size="xs" onClick={overwrite}>
        {records.overwrite}
      </Button>
      <Button size="xs" variant="default" onClick={cancel}>
        {shell.cancel}
      </Button>
    </Group>
  </Stack>
)
