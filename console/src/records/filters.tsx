import { Button, Checkbox, CloseButton, Group, Menu, Popover, Stack, TagsInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { date, when } from '../shell/time.tsx'
import { lists as w } from '../words/lists.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { DateInput } from './date-input.tsx'
import { filterDay } from './date-text.ts'
import { labelOf } from '../shell/label-of.ts'
import { joined, listOf, type Filter, type Value, type Values } from './list-view.ts'
import { PeoplePicker } from './people-picker.tsx'
import { usePerson } from './person.tsx'
import { Search } from './search.tsx'
import { isDay } from './view.ts'

interface Props {
  values: Values
  show: (change: Values) => void
  filters: readonly Filter[]
}

/** One line: search, a chip for each filter in use, and a menu with the others. */
export function Filters({ values, show, filters }: Props) {
  /** A filter that was just added has no value yet. */
  const [added, setAdded] = useState<string>()
  const used = [
    ...filters.filter(({ name }) => values[name] !== undefined || name === added),
    ...otherFilters(filters, values),
  ]
  const add = useRef<HTMLButtonElement>(null)
  const others = filters.filter((filter) => !used.includes(filter))
  return (
    <Group gap="xs" role="search" aria-label={w.filter} flex="1 1 20rem" miw={0}>
      <Search value={values.q as string | undefined} find={(q) => show({ q })} />
      {used.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          isNew={filter.name === added}
          change={(value) => show({ [filter.name]: value })}
          onDone={() => setAdded(undefined)}
          remove={() => {
            show({ [filter.name]: undefined })
            setAdded(undefined)
            add.current?.focus() // the button that was pressed is gone
          }}
        />
      ))}
      <Menu position="bottom-start" returnFocus={false} width={220}>
        <Menu.Target>
          <Button ref={add} size="xs" variant="subtle">
            {w.addFilter}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} className="options">
          {others.map(({ name, label, kind }) => (
            <Menu.Item
              key={name}
              onClick={() => {
                if (kind !== 'flag') return setAdded(name)
                show({ [name]: true })
                add.current?.focus() // nothing opens that would take it
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** Those in use that this list does not offer: a saved view may have any that the service knows. */
function otherFilters(filters: readonly Filter[], values: Values): Filter[] {
  const known = new Set(['q', 'sort', 'order', ...filters.map(({ name }) => name)])
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || known.has(name)
      ? []
      : [{ name, label: labelOf(name), kind: typeof value === 'boolean' ? 'flag' : 'text' }],
  )
}

/** More values than these are only counted. */
const maxNamed = 4

interface ChipProps {
  filter: Filter
  value: Value | undefined
  isNew: boolean
  change: (value: string | undefined) => void
  onDone: () => void
  remove: () => void
}

function Chip({ filter, value, isNew, change, onDone, remove }: ChipProps) {
  const [isOpen, setOpen] = useState(isNew)
  const close = () => {
    setOpen(false)
    onDone()
  }
  const all = useShownValue(filter, value)
  const chosen = listOf(value).length
  const shown = chosen > maxNamed ? w.bulk.selected(String(chosen)) : all
  const isPicker = filter.kind === 'person' || filter.kind === 'group'
  return (
    <Group gap={0} wrap="nowrap" className="chip">
      <Popover
        opened={isOpen}
        onChange={(open) => (open ? setOpen(true) : close())}
        position="bottom-start"
        // The options of a picker lie outside of the panel.
        closeOnClickOutside={!isPicker}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="transparent"
            c="inherit"
            disabled={filter.kind === 'flag'}
            aria-label={w.editFilter(filter.label, shown)}
            title={all}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            {value === true ? filter.label : `${filter.label}: ${shown}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          aria-label={filter.label}
          onBlur={({ currentTarget, relatedTarget }) =>
            isPicker && !currentTarget.contains(relatedTarget) && close()
          }
        >
          <Editor filter={filter} value={value} change={change} close={close} />
        </Popover.Dropdown>
      </Popover>
      <CloseButton size={24} iconSize={12} aria-label={w.removeFilter(filter.label)} onClick={remove} />
    </Group>
  )
}

/** The labels of its choices, and people by name. */
function useShownValue({ kind, choices = [] }: Filter, value: Value | undefined): string {
  const values = listOf(value)
  const only = kind === 'person' && values.length === 1 && values[0] !== w.me ? values[0] : undefined
  const person = usePerson(only)
  if (typeof value === 'boolean') return value ? shell.yes : shell.no
  if ((kind === 'from' || kind === 'to') && value) return timeText(value)
  if (person) return person.name
  return values.map((each) => choices.find((choice) => choice.value === each)?.label ?? each).join(', ')
}

function timeText(time: string): string {
  if (!isDay(time)) return when(time)
  return time.endsWith('Z') ? w.utc(date(time.slice(0, -1))) : date(time)
}

type EditorProps = Pick<ChipProps, 'filter' | 'value' | 'change'> & { close: () => void }

function Editor({ filter: { kind, label, choices = [] }, value, change, close }: EditorProps) {
  if (kind === 'from' || kind === 'to')
    return (
      <DateInput
        kind="date"
        label={label}
        placeholder={records.anyDate}
        value={typeof value === 'string' ? filterDay(value) : null}
        change={(day) => change(day ?? undefined)}
      />
    )
  if (kind === 'person' || kind === 'group')
    return (
      <Stack gap="xs" w={240}>
        <PeoplePicker
          kind={kind}
          label={label}
          value={listOf(value)[0] ?? null}
          onChange={(next) => {
            change(next ?? undefined)
            close()
          }}
        />
        {kind === 'person' && (
          <Button
            size="xs"
            variant="default"
            onMouseDown={(event) => event.preventDefault()} // the focus stays in the panel
            onClick={() => {
              change(w.me)
              close()
            }}
          >
            {w.assignedToMe}
          </Button>
        )}
      </Stack>
    )
  if (kind === 'text')
    return (
      <TagsInput
        label={label}
        w={240}
        data={choices.map((choice) => choice.value)}
        value={listOf(value)}
        onChange={(values) => change(joined(values))}
        splitChars={[',']}
        acceptValueOnBlur
        comboboxProps={{ withinPortal: false }}
      />
    )
  return (
    <Checkbox.Group label={label} value={listOf(value)} onChange={(values) => change(joined(values))}>
      <Stack gap={10} mt={6} mah={300} className="options">
        {choices.map((choice) => (
          <Checkbox key={choice.value} size="xs" value={choice.value} label={choice.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
