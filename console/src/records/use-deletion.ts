import { useNavigate } from '@tanstack/react-router'
import type { DeletablePath } from '../api/paths.ts'
import { remove, useRefresh } from '../api/records.ts'
import { notify } from '../shell/notify.ts'
import { records } from '../words/records.ts'

/** Deletes the record of a page, and opens its list; what was typed on the page is lost with it. */
export function useDeletion(path: DeletablePath, list: string) {
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  return async (id: string) => {
    await remove(path, id)
    await navigate({ to: list, ignoreBlocker: true })
    notify(records.deleted)
    await refresh()
  }
}
