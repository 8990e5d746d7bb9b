import { useEffect, useRef, useState } from 'react'
import { records } from '../../words/records.ts'
import { dropDraft, readDraft, writeDraft } from '../drafts.ts'
import type { Field } from '../field-input.tsx'
import type { EditableRecord, Version } from './editable-record.ts'
import {
  isConflict,
  isMenu,
  isMissing,
  isSame,
  undoOf,
  unsavedEdit,
  valueToSave,
  type Edit,
} from './field-state.ts'
import { saveField } from './save-field.ts'

/** How long Undo is offered beside a saved field. */
const undoTime = 15_000

/** Edits one field of a record: saves it, keeps a draft until then, and finds conflicts with others. */
export function useField(record: EditableRecord, field: Field) {
  const { name } = field
  const address = `${record.address} ${name}`
  const current = record.values[name]
  const [edit, showEdit] = useState(() => (isMenu(field) ? undefined : readDraft<Edit>(address)))
  /** At once, unlike the state: an input of tags takes what was typed while it is left, which also saves the field. */
  const latest = useRef(edit)
  const setEdit = (next: Edit | undefined) => {
    latest.current = next
    showEdit(next)
  }
  const [isRestored, setRestored] = useState(edit !== undefined)
  const [isBusy, setBusy] = useState(false)
  /** At once, unlike the state: leaving a picker that just chose a value must not save again. */
  const isSending = useRef(false)
  /** The latest value was picked, not typed, while another was being saved: it is saved next. */
  const isChosen = useRef(false)
  const [failure, setFailure] = useState<Error>()
  /** Undoes the last save. */
  const [undoEdit, setUndoEdit] = useState<Edit>()

  useEffect(() => {
    if (!undoEdit) return undefined
    const timer = setTimeout(() => setUndoEdit(undefined), undoTime)
    return () => clearTimeout(timer)
  }, [undoEdit])

  const begin = () => {
    setUndoEdit(undefined)
    setEdit({ value: current, base: current })
  }
  const change = (value: unknown) => {
    const next = { value, base: latest.current ? latest.current.base : current }
    setEdit(next)
    isChosen.current = false
    setFailure(undefined)
    if (isSame(value, next.base)) dropDraft(address)
    else writeDraft(address, next)
  }
  const cancel = () => {
    dropDraft(address)
    setEdit(undefined)
    setRestored(false)
    setFailure(undefined)
  }

  /** True unless the field needs the user's attention. */
  const submit = async (next: Edit, version: Version = record): Promise<boolean> => {
    if (isSame(next.value, version.values[name])) {
      cancel()
      return true
    }
    if (isMissing(field, next.value)) {
      setFailure(new Error(records.required))
      return false
    }
    setEdit(next)
    setBusy(true)
    isSending.current = true
    try {
      const result = await saveField({ ...record, save: record.save! }, name, next, version)
      if (!result.isSaved) return false
      const unsaved = unsavedEdit(latest.current, next)
      if (unsaved && isChosen.current) return await submit(unsaved, result.version)
      if (unsaved) {
        setEdit(unsaved)
        writeDraft(address, unsaved)
        setRestored(true)
        return false
      }
      cancel()
      setUndoEdit(undoOf(next, result.version.values[name]))
      return true
    } catch (error) {
      if (isMenu(field)) setEdit(undefined)
      else writeDraft(address, latest.current ?? next)
      setFailure(error as Error)
      return false
    } finally {
      setBusy(false)
      isSending.current = false
    }
  }

  // A draft may be older than the loss of the right to edit the record.
  const ownEdit = record.save && edit
  const isSaved = undoEdit !== undefined && isSame(undoEdit.base, current)
  const isBehind = edit !== undefined && !isBusy && isConflict(edit, current)
  return {
    current,
    edit: ownEdit,
    isBusy,
    failure,
    /** The draft is from an earlier visit. */
    isRestored,
    isConflict: isBehind,
    /** Undo is offered, until someone else changes the field. */
    isSaved,
    begin,
    change,
    cancel,
    /** Saves what is typed; a conflict stays until the user decides. */
    commit: async (): Promise<boolean> =>
      latest.current && !isBehind && !isSending.current
        ? submit({ ...latest.current, value: valueToSave(field, latest.current.value) })
        : !isBehind,
    /** Saves a value that was picked. */
    choose: async (value: unknown): Promise<boolean> => {
      const next = { value, base: edit ? edit.base : current }
      isChosen.current = isSending.current
      if (!isSending.current) return submit(next)
      setEdit(next)
      return true
    },
    overwrite: () => (edit ? submit({ ...edit, base: current }) : Promise.resolve(true)),
    undo: () => (isSaved ? submit(undoEdit) : Promise.resolve(true)),
  }
}

export type FieldEdit = ReturnType<typeof useField>
