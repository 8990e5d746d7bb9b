import { Alert, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { Caption } from '../../shell/dimmed.ts'
import { records as w } from '../../words/records.ts'
import { shell } from '../../words/shell.ts'
import type { Field } from '../field-input.tsx'
import { fieldText } from '../field-text.ts'
import type { FieldEdit } from './use-field.ts'

/** A tick and Undo, beside a field that was saved. */
export const SavedMark = ({ label, edit }: { label: string; edit: FieldEdit }) => (
  <span role="status" className="saved-mark">
    {edit.isSaved && (
      <>
        <span aria-hidden>✓ </span>
        {shell.saved}{' '}
        <UnstyledButton
          className="plain"
          aria-label={w.undoOne(label)}
          onClick={(event) => {
            event.stopPropagation()
            void edit.undo()
          }}
        >
          {w.undo}
        </UnstyledButton>
      </>
    )}
  </span>
)

interface DecisionProps {
  edit: FieldEdit
  /** Called when the edit has ended, so that the focus returns to the field: the pressed button is gone. */
  close?: () => void
}

/** Ends an edit, and the focus with it. */
const endings = ({ edit, close }: DecisionProps) => ({
  after: (saving: Promise<boolean>) => void saving.then((isDone) => isDone && close?.()),
  cancel: () => {
    edit.cancel()
    close?.()
  },
})

type ConflictProps = DecisionProps & { field: Field; textOf?: (value: unknown) => string }

/** Both values of a field that someone else changed; nothing is saved until the user decides. */
export function FieldConflict(props: ConflictProps) {
  const { field, edit, textOf = (value) => fieldText(field, value) } = props
  const { after, cancel } = endings(props)
  return (
    <Alert color="orange" title={w.conflict} role="alert" p="xs">
      <Text size="sm" className="anywhere">
        {w.theirs}: <q>{textOf(edit.current)}</q>
      </Text>
      <Text size="sm" className="anywhere">
        {w.yours}: <q>{textOf(edit.edit?.value)}</q>
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => after(edit.overwrite())}>
          {w.overwrite}
        </Button>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          {w.keepCurrent}
        </Button>
      </Group>
    </Alert>
  )
}

/** For a draft of an earlier visit, and for one that could not be saved: the field has no focus that could be left. */
export function DraftButtons(props: DecisionProps) {
  const { edit } = props
  const { after, cancel } = endings(props)
  return (
    <Group gap="xs" mt={4}>
      <Caption>{edit.failure ? w.notSaved : w.draftRestored}</Caption>
      <Button size="compact-sm" onClick={() => after(edit.commit())}>
        {shell.save}
      </Button>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        {w.discard}
      </Button>
    </Group>
  )
}
