import { useNavigate } from '@tanstack/react-router'
import type { DeletablePath } from '../api/paths.ts'
import { remove, useRefresh } from '../api/records.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { records } from '../words/records.ts'

interface Props {
  path: DeletablePath
  id: string
  /** Describes the effect in one sentence. */
  question: string
  /** Opened afterwards, because the page of the record no longer exists. */
  list: string
}

export function DeleteButton({ path, id, question, list }: Props) {
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  const act = async () => {
    await remove(path, id)
    await navigate({ to: list, ignoreBlocker: true })
    await refresh()
  }
  return <ConfirmButton label={records.delete} title={records.deleteOne(id)} question={question} act={act} />
}
