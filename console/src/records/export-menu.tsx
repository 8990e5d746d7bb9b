import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { bodyOf, request } from '../api/client.ts'
import { notifyProblem } from '../shell/notify-problem.ts'
import { saveAs } from '../shell/save-as.ts'
import { lists as w } from '../words/lists.ts'

interface Props {
  path: string
  query: Record<string, string>
  /** Names of the shown columns. */
  columns: readonly string[]
}

/** Downloads everything that matches as CSV, not only the loaded rows. */
export function ExportMenu({ path, query, columns }: Props) {
  const [isBusy, setBusy] = useState(false)
  const download = async (more: Record<string, string>) => {
    setBusy(true)
    try {
      const options = { params: { query: { ...query, ...more } }, parseAs: 'blob' }
      const csv = await bodyOf<Blob>(request('get', `${path}/export`, options))
      // Spreadsheets recognise UTF-8 by its mark.
      saveAs(new Blob(['\ufeff', csv], { type: 'text/csv' }), `${path.split('/').at(-1)}.csv`)
    } catch (error) {
      notifyProblem(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" loading={isBusy}>
          {w.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download({ columns: [...new Set(['id', ...columns])].join(',') })}>
          {w.exportShown}
        </Menu.Item>
        <Menu.Item onClick={() => void download({})}>{w.exportAll}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
