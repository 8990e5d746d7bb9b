import { ActionIcon, Button, Checkbox, Group, Popover, Stack, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { lists as w } from '../words/lists.ts'
import { moved, shownKeys, withChoice } from './column-order.ts'
import type { Column } from './table-row.tsx'

/** A column that can be chosen; its key is the field of the record, also in exports and saved views. */
export interface ListColumn<Item> extends Column<Item> {
  key: string
  /** Not shown until it is chosen. */
  isOptional?: boolean
  /** What the preview shows instead, if that would be too much for every row. */
  preview?: (item: Item) => ReactNode
}

/** The chosen columns of a list and their order are kept in the browser, those of a saved view also in the view. */
export function useColumns<Item>(
  columns: readonly ListColumn<Item>[],
  listKey: string,
  saved: readonly string[] = [],
) {
  const usual =
    saved.length > 0 ? saved : columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key)
  const [own, setOwn] = useLocalStorage<string[] | null>({
    key: `columns ${listKey}`,
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: parseKeys,
  })
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const declared = {
    keys: [...byKey.keys()],
    main: columns.find(({ width }) => width.includes('1fr'))?.key,
  }
  const chosen = shownKeys(own ?? usual, declared)
  const columnOf = (key: string) => byKey.get(key)!
  return {
    shown: chosen.map(columnOf),
    hidden: columns.filter(({ key }) => !chosen.includes(key)),
    chosen,
    /** The column that links to the record is always shown. */
    main: declared.main,
    hasChanged: own !== null && chosen.join() !== shownKeys(usual, declared).join(),
    choose: (keys: string[]) => setOwn(withChoice(chosen, keys, declared)),
    move: (key: string, by: -1 | 1) => setOwn(moved(chosen, key, by)),
    reset: () => setOwn(null),
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

interface Choice {
  key: string
  label: string
}

type Columns = Pick<
  ReturnType<typeof useColumns>,
  'chosen' | 'main' | 'choose' | 'move' | 'reset' | 'hasChanged'
> & { shown: readonly Choice[]; hidden: readonly Choice[] }

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ columns }: { columns: Columns }) {
  const { chosen, shown, hidden, main } = columns
  const list = useRef<HTMLDivElement>(null)
  const move = (key: string, by: -1 | 1) => {
    columns.move(key, by)
    // The row is moved in the page, which takes the focus from its button; at the end only the other button is left.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-column="${key}"]`) ?? [])]
      const usable = buttons.filter(({ disabled }) => !disabled)
      ;(usable.find(({ dataset }) => dataset.by === String(by)) ?? usable[0])?.focus()
    })
  }
  const checkbox = ({ key, label }: Choice) => (
    <Checkbox size="xs" value={key} label={label} disabled={key === main} />
  )
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Button size="xs" variant="subtle" color="gray">
          {w.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={w.columns}>
        <Checkbox.Group value={[...chosen]} onChange={columns.choose}>
          <Stack ref={list} gap={6} mah={360} className="options">
            {shown.map((column, index) => (
              <Group key={column.key} justify="space-between" wrap="nowrap" gap="md" mih={24}>
                {checkbox(column)}
                <Group gap={2} wrap="nowrap">
                  <Move column={column} by={-1} isEnd={index === 0} move={move} />
                  <Move column={column} by={1} isEnd={index === shown.length - 1} move={move} />
                </Group>
              </Group>
            ))}
            {hidden.map((column) => (
              <Group key={column.key} mih={24}>
                {checkbox(column)}
              </Group>
            ))}
          </Stack>
        </Checkbox.Group>
        <VisuallyHidden role="status">{shown.map(({ label }) => label).join(', ')}</VisuallyHidden>
        {columns.hasChanged && (
          <Button mt="xs" size="compact-xs" variant="default" onClick={columns.reset}>
            {w.resetColumns}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface MoveProps {
  column: Choice
  by: -1 | 1
  isEnd: boolean
  move: (key: string, by: -1 | 1) => void
}

const Move = ({ column: { key, label }, by, isEnd, move }: MoveProps) => (
  <ActionIcon
    size={24}
    variant="subtle"
    color="gray"
    data-column={key}
    data-by={by}
    disabled={isEnd}
    aria-label={by < 0 ? w.moveUp(label) : w.moveDown(label)}
    onClick={() => move(key, by)}
  >
    <span aria-hidden>{by < 0 ? '↑' : '↓'}</span>
  </ActionIcon>
)
