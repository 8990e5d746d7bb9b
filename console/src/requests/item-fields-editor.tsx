import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { CreateCatalogItem } from '../api/schema.d.ts'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import { isSame } from '../records/editing/field-state.ts'
import { FieldConflict, SavedMark } from '../records/editing/field-status.tsx'
import { useField } from '../records/editing/use-field.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { fieldError } from '../records/problems.ts'
import { Caption } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { records } from '../words/records.ts'
import { catalog as w } from '../words/requests.ts'
import { shell } from '../words/shell.ts'
import { fieldsFrom, type Schema } from './item-form.ts'
import { SchemaEditor } from './schema-editor.tsx'

const field: FieldOf<CreateCatalogItem> = { name: 'fields', label: w.fields }

/** Names the fields; the schema itself says too much to be read in a line. */
const textOf = (schema: unknown) =>
  fieldsFrom(schema as Schema | null)
    .map(({ label }) => label)
    .join(', ') || w.noFields

/** The form definition is saved as a whole. */
export function ItemFieldsEditor({ record }: { record: EditableRecord }) {
  const edit = useField(record, field)
  const value = edit.edit ? edit.edit.value : edit.current
  const [isValid, setValid] = useState(true)
  const [isChecked, setChecked] = useState(false)
  /** The inputs keep what is half typed, so they begin again only when there is nothing to keep. */
  const [shown, setShown] = useState({ schema: edit.current, round: 0 })
  const beginAgain = () => {
    setShown(({ round }) => ({ schema: edit.current, round: round + 1 }))
    setValid(true)
    setChecked(false)
  }
  if (!edit.edit && isValid && !isSame(shown.schema, edit.current)) beginAgain()
  const change = (schema: Schema | null | undefined) => {
    setValid(schema !== undefined)
    if (schema === undefined) return
    if (isSame(schema, edit.edit ? edit.edit.base : edit.current)) edit.cancel()
    else edit.change(schema)
  }
  const save = () => {
    setChecked(true)
    if (isValid) void edit.commit()
  }
  const cancel = () => {
    edit.cancel()
    beginAgain()
  }
  return (
    <Section title={w.fields}>
      <SchemaEditor
        key={shown.round}
        schema={value as Schema | null}
        change={change}
        error={fieldError(edit.failure, field.name)}
        isChecked={isChecked}
      />
      {edit.isConflict && <FieldConflict field={field} edit={edit} textOf={textOf} />}
      {edit.failure && <Failure error={edit.failure} />}
      <Group>
        <Button
          size="sm"
          disabled={(isValid && !edit.edit) || edit.isConflict}
          loading={edit.isBusy}
          onClick={save}
        >
          {w.saveFields}
        </Button>
        {(edit.edit || !isValid) && (
          <Button size="sm" variant="default" onClick={cancel}>
            {shell.cancel}
          </Button>
        )}
        {edit.edit && edit.isRestored && <Caption>{records.draftRestored}</Caption>}
        <SavedMark label={w.fields} edit={edit} />
      </Group>
    </Section>
  )
}
