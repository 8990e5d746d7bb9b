import { Button, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { toFilters, type Sort } from '../../records/list-view.ts'
import { useSavedViews } from '../../records/saved-views.ts'
import { notifyProblem } from '../../shell/notify-problem.ts'
import { startOfText } from '../../shell/start-of-text.ts'
import { lists } from '../../words/lists.ts'
import { readSearch } from './view.ts'
import { filtersFor } from './views.ts'

const { views: w } = lists

interface StoredView {
  name: string
  view: Record<string, unknown>
}

/** Local storage may hold anything. */
function parse(text: string | undefined): StoredView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    const isView = (each: StoredView) => typeof each?.name === 'string' && typeof each.view === 'object'
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

/** Views used to be kept in the browser: they are offered once to be moved to the service. */
export function BrowserViews() {
  const saved = useSavedViews('incidents')
  const [stored, setStored] = useLocalStorage({
    key: 'incident-views',
    defaultValue: [] as StoredView[],
    deserialize: parse,
    getInitialValueInEffect: false,
  })
  const [isBusy, setBusy] = useState(false)
  if (stored.length === 0) return null
  const move = async () => {
    setBusy(true)
    for (const each of stored) {
      try {
        await saved.create({ noun: 'incidents', ...toView(each) })
        setStored((before) => before.filter(({ name }) => name !== each.name))
      } catch (error) {
        notifyProblem(error as Error)
      }
    }
    setBusy(false)
  }
  return (
    <Group gap="xs">
      <Text size="sm">{w.inBrowser(stored.length)}</Text>
      <Button size="compact-xs" loading={isBusy} onClick={() => void move()}>
        {w.move}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => setStored([])}>
        {w.discard}
      </Button>
    </Group>
  )
}

function toView({ name, view }: StoredView) {
  const values = readSearch(view)
  const sort: Sort | null = values.sort ? { by: values.sort, order: values.order ?? 'desc' } : null
  return {
    name: startOfText(name, 60),
    filters: toFilters(filtersFor([]), values) as Record<string, string>,
    sort,
  }
}
