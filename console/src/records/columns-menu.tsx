import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { words } from '../words.ts'
import type { Column } from './table.tsx'

/** A column that can be chosen; its key is the field of the record, also in exports and saved views. */
export interface ListColumn<Item> extends Column<Item> {
  key: string
  /** Not shown until it is chosen. */
  isExtra?: boolean
}

const { lists: w } = words

/** The chosen columns of a list are kept in the browser, those of a saved view also in the view. */
export function useColumns<Item>(
  columns: readonly ListColumn<Item>[],
  listKey: string,
  saved: readonly string[] = [],
) {
  const usual = saved.length > 0 ? saved : columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key)
  const [own, setOwn] = useLocalStorage<string[] | null>({
    key: `columns ${listKey}`,
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: parseKeys,
  })
  const chosen = own ?? usual
  const isMain = ({ width }: ListColumn<Item>) => width.includes('1fr')
  return {
    shown: columns.filter((column) => isMain(column) || chosen.includes(column.key)),
    chosen,
    hasChanged: own !== null && [...own].toSorted().join() !== [...usual].toSorted().join(),
    choose: (keys: string[]) => setOwn(columns.map(({ key }) => key).filter((key) => keys.includes(key))),
    reset: () => setOwn(null),
    /** The column that links to the record is always shown. */
    choices: columns.filter((column) => !isMain(column)),
  }
}

/** Local storage may hold anything. */
function parseKeys(text: string | undefined): string[] | null {
  try {
    const keys: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : null
  } catch {
    return null
  }
}

type Columns = Pick<ReturnType<typeof useColumns>, 'chosen' | 'choose' | 'reset' | 'hasChanged'> & {
  choices: readonly { key: string; label: string }[]
}

export const ColumnsMenu = ({ columns }: { columns: Columns }) => (
  <Popover position="bottom-end" trapFocus shadow="md">
    <Popover.Target>
      <Button size="xs" variant="subtle" color="gray">
        {w.columns}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={w.columns}>
      <Checkbox.Group value={[...columns.chosen]} onChange={columns.choose}>
        <Stack gap={10} mah={360} className="options">
          {columns.choices.map(({ key, label }) => (
            <Checkbox key={key} size="xs" value={key} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      {columns.hasChanged && (
        <Button mt="xs" size="compact-xs" variant="default" onClick={columns.reset}>
          {w.resetColumns}
        </Button>
      )}
    </Popover.Dropdown>
  </Popover>
)
