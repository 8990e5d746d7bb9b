import { Menu, UnstyledButton } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { records as w } from '../../words/records.ts'
import { shell } from '../../words/shell.ts'
import type { Field } from '../field-input.tsx'
import { Initials, usePerson } from '../person.tsx'
import { RecordLink } from '../record-link.tsx'
import { fieldProblem } from '../problems.ts'
import { fieldText } from '../field-text.ts'
import type { EditableRecord } from './editable-record.ts'
import { FieldEditor } from './field-editor.tsx'
import { isMenu } from './field-state.ts'
import { FieldConflict, SavedMark } from './field-status.tsx'
import { FieldValue } from './field-value.tsx'
import { useField, type FieldEdit } from './use-field.ts'

interface Props {
  record: EditableRecord
  field: Field
  /** Shown for an empty value. */
  empty?: string
}

/** The value of a field as text, which a click makes editable. */
export function EditableField({ record, field, empty = shell.none }: Props) {
  const edit = useField(record, field)
  const frame = useRef<HTMLDivElement>(null)
  const isEmpty = edit.current === null || edit.current === undefined
  const person = usePerson(field.kind === 'person' ? (edit.current as string | null) : null)
  const text = isEmpty ? empty : (person?.name ?? fieldText(field, edit.current))
  const name = w.editValue(field.label, text)
  const shown = <FieldValue field={field} value={edit.current} empty={empty} />
  const refocus = () => requestAnimationFrame(() => frame.current?.querySelector('button')?.focus())
  if (!record.save) return <ReadOnly field={field} value={edit.current} shown={shown} />
  return (
    <div ref={frame} className="editable">
      {edit.edit && !isMenu(field) ? (
        <>
          {/* Keeps the room of the value, where the editor lies over its neighbours. */}
          <span className="editable-room" aria-hidden>
            {field.kind === 'person' && !isEmpty && <Initials name={text} />}
            <span className="editable-value">{shown}</span>
          </span>
          <FieldEditor field={field} edit={edit} close={refocus} />
        </>
      ) : (
        <>
          {isMenu(field) ? (
            <Choice field={field} edit={edit} shown={shown} name={name} close={refocus} />
          ) : field.kind === 'lookup' ? (
            <Reference field={field} edit={edit} />
          ) : (
            <>
              {field.kind === 'person' && !isEmpty && <Initials name={text} />}
              <EditButton edit={edit} shown={shown} name={name} />
            </>
          )}
          <SavedMark label={field.label} edit={edit} />
        </>
      )}
    </div>
  )
}

interface ShownProps {
  edit: FieldEdit
  shown: ReactNode
  /** The accessible name, which has the visible text in it. */
  name: string
}

const EditButton = ({ edit, shown, name }: ShownProps) => (
  <UnstyledButton className="editable-value" aria-label={name} title={w.clickToEdit} onClick={edit.begin}>
    {shown}
  </UnstyledButton>
)

function optionsOf({ kind, choices = [], required }: Field): { value: unknown; label: string }[] {
  if (kind === 'flag') return [true, false].map((value) => ({ value, label: value ? shell.yes : shell.no }))
  return [...choices, ...(required ? [] : [{ value: null, label: shell.none }])]
}

/** A menu: what is picked is saved. */
function Choice({ field, edit, shown, name, close }: ShownProps & { field: Field; close: () => void }) {
  const problem = fieldProblem(edit.failure, field)
  return (
    <>
      <Menu position="bottom-start" shadow="sm">
        <Menu.Target>
          <UnstyledButton className="editable-value" aria-label={name} aria-busy={edit.isBusy}>
            {shown}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {optionsOf(field).map(({ value, label }) => (
            <Menu.Item
              key={label}
              aria-current={value === (edit.current ?? null) || undefined}
              onClick={() => void edit.choose(value)}
            >
              <FieldValue field={field} value={value} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {edit.isConflict && <FieldConflict field={field} edit={edit} close={close} />}
      {problem && !edit.isConflict && (
        <span role="alert" className="field-problem">
          {problem}
        </span>
      )}
    </>
  )
}

/** A link to the record; the button beside it edits. */
const Reference = ({ field, edit }: { field: Field; edit: FieldEdit }) => (
  <>
    {typeof edit.current === 'string' && <RecordLink id={edit.current} />}{' '}
    <UnstyledButton
      className="plain reference"
      aria-label={edit.current ? w.editOne(field.label) : w.addOne(field.label)}
      onClick={edit.begin}
    >
      {edit.current ? w.edit : w.add}
    </UnstyledButton>
  </>
)

function ReadOnly({ field, value, shown }: { field: Field; value: unknown; shown: ReactNode }) {
  if (field.kind === 'lookup' && typeof value === 'string') return <RecordLink id={value} />
  return <div className="anywhere">{shown}</div>
}
