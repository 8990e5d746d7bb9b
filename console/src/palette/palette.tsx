import '@mantine/spotlight/styles.layer.css'
import './palette.css'
import { Input, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useRead } from '../api/records.ts'
import { isComposing } from '../shell/is-composing.ts'
import { Icon } from '../shell/icons.tsx'
import { notifyProblem } from '../shell/notify-problem.ts'
import { problemText } from '../shell/problem-text.ts'
import { useFocusBack } from '../shell/use-focus-back.ts'
import { offline } from '../words/offline.ts'
import { palette as w } from '../words/palette.ts'
import { shell } from '../words/shell.ts'
import { useCommands, type Command } from './actions.ts'
import { isMatch } from './match.ts'
import { groupsOf, mayRun, type Entry, type EntryGroup } from './results.ts'
import { ResultText } from './result-text.tsx'
import { takeTyped } from '../shell/typed-ahead.ts'

const [store, spotlight] = createSpotlight()
const mostCommands = 6

interface Props {
  close: () => void
  toggleCopilot: () => void
  showShortcuts: () => void
}

/** Records, pages and actions in one list; nothing is more than a few letters away. */
export function Palette({ close, ...frame }: Props) {
  useFocusBack()
  const [q, setQ] = useState('')
  const [asked] = useDebouncedValue(q.trim(), 80)
  const commands = useCommands(frame).filter(({ label, keywords = '' }) => isMatch(`${label} ${keywords}`, q))
  const { data, error, isPaused, isPlaceholderData } = useRead('/search', {
    query: { q: asked },
    enabled: asked !== '',
    placeholderData: (before) => (asked === '' ? undefined : before),
    staleTime: 10_000,
  })
  const navigate = useNavigate()
  const results =
    q.trim() === '' ? [] : groupsOf(data?.data ?? [], (to, search) => void navigate({ to, search }))
  const shown = commandGroup(q.trim() === '' ? commands : commands.slice(0, mostCommands))
  // A number is meant as such; words may also name a page.
  const isNumber = data?.data[0]?.match === 'number'
  const groups = isNumber ? [...results, ...shown] : [...shown, ...results]
  const options = groups.flatMap(({ entries }) => entries)

  const [index, setIndex] = useState(0)
  const selected = options[Math.min(index, options.length - 1)]
  const isCurrent =
    q.trim() === '' || (asked === q.trim() && !isPlaceholderData && (data ?? error) !== undefined)
  /** Enter was pressed before the results of what is typed were there. */
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])

  const run = (act: () => unknown) => {
    close()
    void Promise.resolve(act()).catch(notifyProblem)
  }
  useEffect(() => {
    if (isEntered && isCurrent && selected) run(selected.run)
  }, [isEntered, isCurrent])
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if ((step === undefined && event.key !== 'Enter') || isComposing(event)) return
    event.preventDefault()
    if (step === undefined && !mayRun(selected, index, isCurrent)) return setEntered(true)
    if (!selected) return
    if (step === undefined) return run(selected.run)
    const next = (options.indexOf(selected) + step + options.length) % options.length
    setIndex(next)
    document.querySelector(`#${optionId(options[next]!)}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Spotlight.Root
      store={store}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      maxHeight={460}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      aria-label={w.title}
    >
      <Input
        size="md"
        variant="unstyled"
        placeholder={shell.find}
        role="combobox"
        aria-label={w.title}
        aria-expanded
        aria-controls="palette-results"
        aria-autocomplete="list"
        aria-activedescendant={selected && optionId(selected)}
        leftSection={<Icon of="search" />}
        data-autofocus
        value={q}
        onFocus={() => setQ(q + takeTyped())}
        onChange={(event) => {
          setQ(event.currentTarget.value)
          setIndex(0)
          setEntered(false)
        }}
        onKeyDown={press}
      />
      <Spotlight.ActionsList
        id="palette-results"
        className="palette-list"
        role="listbox"
        aria-label={w.title}
      >
        {groups.map((group) => (
          <Group key={group.label} group={group} selected={selected} run={run} />
        ))}
        {options.length === 0 && (
          <Spotlight.Empty role="status">
            {isPaused ? offline.notNow : error ? problemText(error) : isCurrent ? w.none : shell.loading}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer className="palette-footer">{w.hint}</Spotlight.Footer>
    </Spotlight.Root>
  )
}

const optionId = ({ id }: Entry) => `palette-${id.replaceAll(/[^\w-]/g, '_')}`

const commandGroup = (commands: Command[]): EntryGroup[] =>
  commands.length > 0 ? [{ label: w.commands, entries: commands }] : []

interface GroupProps {
  group: EntryGroup
  selected: Entry | undefined
  run: (act: () => unknown) => void
}

const Group = ({ group: { label, entries }, selected, run }: GroupProps) => (
  <Spotlight.ActionsGroup label={label} className="palette-group" role="group" aria-label={label}>
    {entries.map((entry) => (
      <UnstyledButton
        key={entry.id}
        id={optionId(entry)}
        className="palette-option"
        role="option"
        tabIndex={-1}
        aria-selected={entry === selected}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => run(entry.run)}
      >
        <ResultText entry={entry} />
      </UnstyledButton>
    ))}
  </Spotlight.ActionsGroup>
)
