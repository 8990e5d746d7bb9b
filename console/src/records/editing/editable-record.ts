import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import type { Records } from '../../api/paths.ts'
import { readRecord, useChange } from '../../api/records.ts'
import type { Draft } from '../field-input.tsx'

export interface Version {
  values: Draft
  etag: string | undefined
}

/** A record whose fields are edited one at a time, each saved for itself. */
export interface EditableRecord extends Version {
  /** Names the drafts of its fields, for example `/incidents/INC0000001`. */
  address: string
  /** Saves changes of this version and returns the next one. Absent if the user may not edit it. */
  save?: ((patch: Draft, version: Version) => Promise<Version>) | undefined
  /** Reads the current version, after a conflict. */
  reload: () => Promise<Version>
}

export const versionOf = ({ body, etag }: Answer<object>): Version => ({ values: { ...body }, etag })

export function useEditableRecord<C extends keyof Records>(
  path: C,
  answer: Answer<Records[C] & { id: string }>,
  mayEdit: boolean,
): EditableRecord {
  const queries = useQueryClient()
  const { id } = answer.body
  const { mutateAsync } = useChange(path, id)
  return {
    ...versionOf(answer),
    address: `${path}/${id}`,
    save: mayEdit
      ? async (patch, { etag }) => versionOf((await mutateAsync({ patch, etag })) as Answer<object>)
      : undefined,
    reload: async () => {
      const fresh = await queries.fetchQuery({
        queryKey: [path, id],
        queryFn: ({ signal }) => readRecord(path, id, signal),
        staleTime: 0,
      })
      return versionOf(fresh as Answer<object>)
    },
  }
}

/** The record, for fields that cannot be edited if that is so. */
export const fixedIf = (isFixed: boolean, record: EditableRecord): EditableRecord =>
  isFixed ? { ...record, save: undefined } : record
