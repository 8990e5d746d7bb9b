import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Answer } from '../../api/client.ts'
import type { Records } from '../../api/paths.ts'
import { useEditableRecord, versionOf } from './editable-record.ts'
import { saveListEdit, type ListEdit } from './list-edit.ts'

/** Edits lists of a record one after the other, so that two links in a row are no conflict with each other. */
export function useListEdit<C extends keyof Records>(path: C, answer: Answer<Records[C] & { id: string }>) {
  const queries = useQueryClient()
  const { save, reload } = useEditableRecord(path, answer, true)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const [failure, setFailure] = useState<Error>()
  /** The one before may be newer than what the page shows. */
  const latest = () =>
    versionOf(queries.getQueryData<Answer<object>>([path, answer.body.id]) ?? (answer as Answer<object>))
  const edit = <Item>(name: string, change: ListEdit<Item>) => {
    setFailure(undefined)
    queue.current = queue.current
      .then(() => saveListEdit({ save: save!, reload }, name, change, latest()))
      .catch(setFailure)
  }
  return { edit, failure }
}
