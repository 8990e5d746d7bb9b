import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { Answer } from '../api/client.ts'
import { useUnsavedInput } from '../session/unsaved-input.ts'
import { Failure } from '../shell/failure.tsx'
import { notify } from '../shell/notify.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { records as w } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { SideBySide } from './side-by-side.tsx'
import { conflictsIn, isOutdated } from './editing/field-state.ts'
import { FieldInput, type Draft, type Field } from './field-input.tsx'
import { fieldError, isShownAtFields } from './problems.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { fieldText } from './field-text.ts'

interface Props<Item> {
  fields: readonly Field[]
  answer: Answer<Item>
  save: (patch: Draft, etag: string | undefined) => Promise<unknown>
  /** Closes the editor, where fields are shown only while being edited. */
  leave?: () => void
  /** Content next to the fields, from their current values. */
  aside?: (values: Draft) => ReactNode
}

const valueOf = (record: object, name: string) => (record as Record<string, unknown>)[name]

const textOf = (field: Field, record: object) => {
  const value = valueOf(record, field.name)
  return field.textOf?.(value) ?? fieldText(field, value)
}

/** Editable fields. Only changed fields are sent, and changes by others are never overwritten unseen. */
export function Fields<Item extends object>(props: Props<Item>) {
  const { fields, answer, save, leave: close, aside } = props
  const record = answer.body
  const [draft, setDraft] = useState<Draft>({})
  /** The values of these fields when they were edited first. */
  const [base, setBase] = useState<Draft>({})
  const [failure, setFailure] = useState<Error>()
  /** The version that the last attempt to save was for. */
  const [sent, setSent] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isEditing = Object.keys(draft).length > 0
  useUnsavedInput(isEditing)
  const conflicts = conflictsIn(draft, base, record as Draft)
  const isBehind = !isBusy && conflicts.length > 0
  const edit = (name: string, value: unknown) => {
    setBase((before) => ({ [name]: valueOf(record, name), ...before }))
    setDraft((before) => ({ ...before, [name]: value }))
  }
  const leave = () => {
    setDraft({})
    setBase({})
    setFailure(undefined)
    close?.()
  }
  const submit = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    setSent(answer.etag)
    try {
      await save(draft, answer.etag)
      leave()
      notify(shell.saved)
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setBusy(false)
    }
  }
  const isOvertaken = isOutdated(failure) && answer.etag !== sent
  const mayRepeat = isOvertaken && !isBehind
  useEffect(() => {
    if (mayRepeat) void submit()
    // Once for each version: someone else changed other fields, which stay as they are.
  }, [mayRepeat])
  return (
    <form noValidate onSubmit={withoutReload(() => isEditing && !isBehind && submit())}>
      <SideBySide aside={aside?.({ ...record, ...draft })}>
        {/* The inputs are disabled during a save, and then the button disappears: the focus stays here. */}
        <Stack gap="xs" {...useKeptFocus()}>
          {/* What is typed during a save would be lost. */}
          <Fieldset variant="unstyled" disabled={isBusy}>
            <Stack gap="xs">
              {fields.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={field.name in draft ? draft[field.name] : valueOf(record, field.name)}
                  error={fieldError(failure, field.name)}
                  change={(value) => edit(field.name, value)}
                />
              ))}
            </Stack>
          </Fieldset>
          {isBehind && (
            <Conflict
              fields={fields.filter(({ name }) => conflicts.includes(name))}
              draft={draft}
              theirs={record}
              overwrite={() => void submit()}
            />
          )}
          {failure && !isOvertaken && !isShownAtFields(failure, fields) && <Failure error={failure} />}
          {(isEditing || close) && (
            <Group>
              {!isBehind && (
                <Button type="submit" size="sm" disabled={!isEditing} loading={isBusy}>
                  {shell.save}
                </Button>
              )}
              <Button size="sm" variant="default" onClick={leave}>
                {shell.cancel}
              </Button>
            </Group>
          )}
        </Stack>
      </SideBySide>
    </form>
  )
}

interface ConflictProps {
  fields: readonly Field[]
  draft: Draft
  theirs: object
  overwrite: () => void
}

/** Shows both values of each conflicting field; the user may then overwrite. */
function Conflict({ fields, draft, theirs, overwrite }: ConflictProps) {
  return (
    <Alert color="orange" title={w.conflict} role="alert">
      <Text size="sm">{w.conflictDetail}</Text>
      {fields.map((field) => (
        <Text key={field.name} size="sm">
          {field.label}: {w.theirs} <q>{textOf(field, theirs)}</q>, {w.yours} <q>{textOf(field, draft)}</q>
        </Text>
      ))}
      <Button mt="sm" size="xs" variant="default" onClick={overwrite}>
        {w.overwrite}
      </Button>
    </Alert>
  )
}
