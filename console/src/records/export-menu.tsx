import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bodyOf, request } from '../api/client.ts'
import { useReachable } from '../offline/connection.ts'
import { notifyProblem } from '../shell/notify-problem.ts'
import { saveAs } from '../shell/save-as.ts'
import { lists as w } from '../words/lists.ts'
import { offline } from '../words/offline.ts'

interface Props {
  path: string
  query: Record<string, string>
  /** Names of the shown columns. */
  columns: readonly string[]
}

/** Downloads everything that matches as CSV, not only the loaded rows. */
function useCsvDownload(path: string) {
  const { isPending, mutate } = useMutation({
    mutationFn: async (query: Record<string, string | undefined>) => {
      const options = { params: { query }, parseAs: 'blob' }
      const csv = await bodyOf<Blob>(request('get', `${path}/export`, options))
      // Spreadsheets recognise UTF-8 by its mark.
      saveAs(new Blob(['\ufeff', csv], { type: 'text/csv' }), `${path.split('/').at(-1)}.csv`)
    },
    onError: notifyProblem,
  })
  return { isBusy: isPending, download: mutate }
}

/** For a list whose columns cannot be chosen. */
export function ExportButton({
  path,
  query,
}: Pick<Props, 'path'> & { query: Record<string, string | undefined> }) {
  const { isBusy, download } = useCsvDownload(path)
  const isReachable = useReachable()
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      disabled={!isReachable}
      {...(!isReachable && { title: offline.notNow })}
      onClick={() => download(query)}
    >
      {w.exportCsv}
    </Button>
  )
}

export function ExportMenu({ path, query, columns }: Props) {
  const { isBusy, download } = useCsvDownload(path)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" loading={isBusy}>
          {w.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => download({ ...query, columns: [...new Set(['id', ...columns])].join(',') })}
        >
          {w.exportShown}
        </Menu.Item>
        <Menu.Item onClick={() => download(query)}>{w.exportAll}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
