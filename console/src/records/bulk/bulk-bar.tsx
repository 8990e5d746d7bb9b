import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMe } from '../../session/me.ts'
import { ConfirmButton } from '../../shell/confirm.tsx'
import { notifyFailure } from '../../shell/notify.ts'
import { lists } from '../../words/lists.ts'
import { records } from '../../words/records.ts'
import { Form } from '../form.tsx'
import type { BulkFilter } from '../list-view.ts'
import { focusFirstRow } from '../table-focus.ts'
import { startByFilter, startByIds, type BulkEdits, type Operation } from './model.ts'
import type { SelectedRows } from './selection.ts'

const { bulk: w } = lists

interface Props {
  edits: BulkEdits
  selection: SelectedRows
  /** How many match, and whether that is all of them. */
  total: number
  isTotalBounded: boolean
  /** The filters of the list as the API takes them. */
  filter: BulkFilter
  count: (n: number) => string
  onStart: (jobs: string[]) => void
}

/** Actions for the selected rows, at the bottom of the window. */
export function BulkBar({ edits, selection, total, isTotalBounded, filter, count, onStart }: Props) {
  const { may } = useMe()
  const [isOpen, editor] = useDisclosure()
  const { ids, isAll } = selection
  const selected = isAll ? count(total) : count(ids.length)
  const run = async (operation: Operation) => {
    const { jobs, left } = isAll
      ? await startByFilter(edits.path, operation, filter)
      : await startByIds(edits.path, operation, ids)
    selection.rows.set(left)
    if (left.length > 0) notifyFailure(w.left(count(left.length)))
    else focusFirstRow() // the bar disappears with its dialog
    onStart(jobs)
  }
  return (
    <div role="region" aria-label={w.title} className="bulk-bar">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {isAll ? w.allSelected(selected) : w.selected(selected)}
        </Text>
        {!isAll && ids.length < total && (
          <Button size="xs" variant="light" onClick={selection.selectAll}>
            {isTotalBounded ? w.selectAllBounded : w.selectAll(total.toLocaleString('en'))}
          </Button>
        )}
        <Button size="xs" onClick={editor.open}>
          {w.edit}
        </Button>
        {may('managers') && (
          <ConfirmButton
            label={records.delete}
            question={`${w.deleteQuestion(selected)}${isAll ? ` ${w.hintAll}` : ''}`}
            act={() => run({ operation: 'delete' })}
          />
        )}
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            selection.clear()
            focusFirstRow() // the bar disappears with its button
          }}
        >
          {w.clear}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={editor.close} title={w.editTitle(selected)} size="lg">
        <Text size="sm" mb="sm">
          {w.hint} {isAll && w.hintAll}
        </Text>
        <Form
          fields={edits.fields}
          label={w.apply}
          submit={(fields) => run({ operation: 'update', fields })}
          cancel={editor.close}
        />
      </Modal>
    </div>
  )
}
