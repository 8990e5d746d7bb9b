import { Menu, UnstyledButton } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { words } from '../../words.ts'
import type { Field } from '../field-input.tsx'
import { RecordLink } from '../record-link.tsx'
import { fieldProblem } from '../problems.ts'
import { fieldText } from '../values.tsx'
import type { EditableRecord } from './editable-record.ts'
import { FieldEditor } from './field-editor.tsx'
import { FieldConflict, SavedMark } from './field-status.tsx'
import { FieldValue } from './field-value.tsx'
import { useField, type FieldEdit } from './use-field.ts'

const { records: w } = words

interface Props {
  record: EditableRecord
  field: Field
  /** Shown instead of the value. */
  children?: ReactNode
}

/** The value of a field as text, which a click makes editable. */
export function EditableField({ record, field, children }: Props) {
  const edit = useField(record, field)
  const frame = useRef<HTMLDivElement>(null)
  const shown = children || <FieldValue field={field} value={edit.current} />
  const refocus = () => requestAnimationFrame(() => frame.current?.querySelector('button')?.focus())
  if (!record.save) return <ReadOnly field={field} value={edit.current} shown={shown} />
  return (
    <div ref={frame} className="editable">
      {edit.edit && field.kind !== 'choice' ? (
        <FieldEditor field={field} edit={edit} close={refocus} />
      ) : (
        <>
          {field.kind === 'choice' ? (
            <Choice field={field} edit={edit} shown={shown} />
          ) : field.kind === 'lookup' ? (
            <Reference field={field} edit={edit} />
          ) : (
            <EditButton field={field} edit={edit} shown={shown} />
          )}
          <SavedMark label={field.label} edit={edit} />
        </>
      )}
    </div>
  )
}

interface ShownProps {
  field: Field
  edit: FieldEdit
  shown: ReactNode
}

const nameOf = (field: Field, value: unknown) => w.editValue(field.label, fieldText(field, value))

const EditButton = ({ field, edit, shown }: ShownProps) => (
  <UnstyledButton
    className="editable-value"
    aria-label={nameOf(field, edit.current)}
    title={w.clickToEdit}
    onClick={edit.begin}
  >
    {shown}
  </UnstyledButton>
)

/** A menu: what is picked is saved. */
function Choice({ field, edit, shown }: ShownProps) {
  const choices = [...(field.choices ?? []), ...(field.required ? [] : [{ value: '', label: words.none }])]
  const problem = fieldProblem(edit.failure, field)
  return (
    <>
      <Menu position="bottom-start" shadow="sm">
        <Menu.Target>
          <UnstyledButton
            className="editable-value"
            aria-label={nameOf(field, edit.current)}
            aria-busy={edit.isBusy}
          >
            {shown}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ value, label }) => (
            <Menu.Item
              key={value}
              aria-current={value === (edit.current ?? '') || undefined}
              onClick={() => void edit.choose(value || null)}
            >
              {value === '' ? label : <FieldValue field={field} value={value} />}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {edit.isConflict && <FieldConflict field={field} edit={edit} />}
      {problem && !edit.isConflict && (
        <span role="alert" className="field-problem">
          {problem}
        </span>
      )}
    </>
  )
}

/** A link to the record; the button beside it edits. */
const Reference = ({ field, edit }: Omit<ShownProps, 'shown'>) => (
  <>
    {typeof edit.current === 'string' && field.to && <RecordLink kind={field.to} id={edit.current} />}{' '}
    <UnstyledButton className="plain" aria-label={nameOf(field, edit.current)} onClick={edit.begin}>
      {edit.current ? w.edit : w.add}
    </UnstyledButton>
  </>
)

function ReadOnly({ field, value, shown }: { field: Field; value: unknown; shown: ReactNode }) {
  if (field.kind === 'lookup' && field.to && typeof value === 'string')
    return <RecordLink kind={field.to} id={value} />
  return <div className="anywhere">{shown}</div>
}
