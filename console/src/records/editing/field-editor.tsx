import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { FieldInput, type Field } from '../field-input.tsx'
import { FindRecord } from '../find-record.tsx'
import { fieldProblem } from '../problems.ts'
import { DraftButtons, FieldConflict } from './field-status.tsx'
import { keyEffect } from './field-state.ts'
import type { FieldEdit } from './use-field.ts'

/** Kinds that are saved as soon as something is picked. */
const picked = new Set<Field['kind']>(['person', 'group'])

interface Props {
  field: Field
  edit: FieldEdit
  /** Called when editing ended by keyboard, so that the focus returns to the field. */
  close: () => void
}

/** The input of a field. Enter and leaving it save, Escape cancels. */
export function FieldEditor({ field, edit, close }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  // A draft of an earlier visit must not take the focus from where the user is.
  const takesFocus = useRef(!edit.isRestored)
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLElement>('input, textarea')
    if (!takesFocus.current || !input) return
    input.focus()
    input.click() // opens the list of a picker
  }, [])
  const press = (event: KeyboardEvent) => {
    const effect = keyEffect(event, field)
    if (effect === 'cancel') {
      event.stopPropagation()
      edit.cancel()
      close()
    }
    if (effect !== 'save' || event.defaultPrevented || isButton(event.target)) return
    event.preventDefault()
    void edit.commit().then((isDone) => isDone && close())
  }
  const leave = (next: EventTarget | null) => {
    const isInside = next instanceof Node && frame.current?.contains(next)
    // Switching to another window leaves the page, not the field.
    if (isInside || !document.hasFocus()) return
    void edit.commit()
  }
  return (
    <div
      ref={frame}
      className="bare"
      onKeyDown={press}
      onBlur={({ relatedTarget }) => leave(relatedTarget)}
      aria-busy={edit.isBusy}
    >
      <Input field={field} edit={edit} close={close} />
      {edit.isConflict && <FieldConflict field={field} edit={edit} close={close} />}
      {!edit.isConflict && (edit.isRestored || edit.failure) && <DraftButtons edit={edit} close={close} />}
    </div>
  )
}

const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null

function Input({ field, edit, close }: Props): ReactNode {
  const error = fieldProblem(edit.failure, field)
  const choose = (value: unknown) => void edit.choose(value).then((isDone) => isDone && close())
  const value = edit.edit?.value
  if (field.kind === 'lookup' && field.to)
    return (
      <FindRecord
        kind={field.to}
        label={field.label}
        error={error}
        typed={typeof value === 'string' ? value : ''}
        type={(text) => edit.change(text || null)}
        pick={choose}
      />
    )
  return (
    <FieldInput
      field={field}
      value={value}
      error={error}
      change={picked.has(field.kind) ? choose : edit.change}
      pick={choose}
    />
  )
}
