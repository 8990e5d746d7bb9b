import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { useMe } from '../session/me.ts'
import { Caption } from '../shell/dimmed.ts'
import { isComposing } from '../shell/is-composing.ts'
import { problemText } from '../shell/problem-text.ts'
import { records as w } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { Initials, usePerson } from './person.tsx'
import { NoOption } from './no-option.tsx'
import { ownChoices, type Choice, type PickerKind } from './own-choices.ts'

interface Props {
  kind: PickerKind
  /** The email address of a person, or the name of a group. */
  value: string | null
  onChange: (value: string | null) => void
  label?: string
  /** For a picker without a visible label. */
  'aria-label'?: string
  description?: string | undefined
  error?: string | undefined
  required?: boolean
  autoFocus?: boolean
  size?: 'xs' | 'sm'
  placeholder?: string
  rightSection?: ReactNode
  /** The field was left without a choice. */
  onLeave?: () => void
}

/** An input that finds a person or a group by name, and shows names with initials. */
export function PeoplePicker({ kind, value, onChange, onLeave, size = 'sm', ...field }: Props) {
  const person = usePerson(kind === 'person' ? value : null)
  const shown = value === null || value === '' ? '' : (person?.name ?? value)
  /** Undefined while nothing is being typed: the field then shows the chosen value. */
  const [typed, setTyped] = useState<string>()
  /** Enter was pressed before the results of what is typed were there. */
  const isEntered = useRef(false)
  const combobox = useCombobox({
    // Whoever opened the field wants to choose.
    defaultOpened: field.autoFocus ?? false,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const [q] = useDebouncedValue(typed?.trim() ?? '', 150)

  const choose = (next: string | null) => {
    setTyped(undefined)
    combobox.closeDropdown()
    if (next !== value) onChange(next)
  }
  /** What was typed is taken where it can stand for itself, so that it is not lost. */
  const leave = () => {
    const own = typed?.trim()
    if (own === '' && value) return choose(null)
    if (own && isOwnValue(kind, own)) return choose(own)
    combobox.closeDropdown()
    setTyped(undefined)
    onLeave?.()
  }
  const isHighlighted = () => combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          placeholder={w.pickers[kind]}
          {...field}
          size={size}
          role="combobox"
          autoComplete="off"
          leftSection={value && typed === undefined ? <Initials name={shown} size={20} /> : undefined}
          value={typed ?? shown}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            isEntered.current = false
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            if (event.key === 'Escape') setTyped(undefined)
            if (event.key === 'Tab' && typed && isHighlighted()) combobox.clickSelectedOption()
            if (event.key === 'Enter' && typed !== undefined && !isHighlighted()) {
              event.preventDefault()
              if (typed.trim() === '') leave()
              else isEntered.current = true
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown miw={300}>
        <Combobox.Options mah={260} className="options" aria-label={w.options}>
          {combobox.dropdownOpened && (
            <Options
              kind={kind}
              q={q}
              typed={typed?.trim() ?? ''}
              onFound={() => {
                combobox.selectFirstOption()
                if (isEntered.current) combobox.clickSelectedOption()
                isEntered.current = false
              }}
            />
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useChoices(kind: PickerKind, q: string) {
  const { me, may } = useMe()
  return useQuery({
    queryKey: [kind === 'person' ? '/people' : '/groups', 'found', q],
    queryFn: async ({ signal }): Promise<{ choices: Choice[]; hasMore: boolean }> => {
      if (me && !may('workers')) return { choices: ownChoices(kind, q, me), hasMore: false }
      const options = { params: { query: { q } }, signal }
      if (kind === 'group') {
        const { data, total } = await bodyOf(api.GET('/groups', options))
        const choices = data.map(({ name, members }) => ({ value: name, name, detail: w.members(members) }))
        return { choices, hasMore: total > data.length }
      }
      const { data, total } = await bodyOf(api.GET('/people', options))
      const isMe = ({ email }: { email: string }) => email === me?.email
      const choices = data
        .toSorted((a, b) => Number(isMe(b)) - Number(isMe(a)))
        .map((person) => ({
          value: person.email,
          name: person.name,
          isMe: isMe(person),
          detail: person.groups.join(', ') || person.email,
        }))
      return { choices, hasMore: total > data.length }
    },
    // An option can be picked while the next ones are searched for.
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
}

/** A value that is not among the results: a person without an account, or a group without members yet. */
const isOwnValue = (kind: PickerKind, typed: string) =>
  kind === 'group' ? typed !== '' : /^[^\s@]+@[^\s@]+$/.test(typed)

interface OptionsProps {
  kind: PickerKind
  q: string
  typed: string
  onFound: () => void
}

function Options({ kind, q, typed, onFound }: OptionsProps) {
  const { data, error, isPending, isPlaceholderData } = useChoices(kind, q)
  // After a failure, too: what is typed may stand for itself.
  const isFound = q !== '' && q === typed && !isPending && !isPlaceholderData
  useEffect(() => {
    if (isFound) onFound()
    // Only when there are new results: an option chosen by the arrow keys stays.
  }, [isFound, data])
  if (isPending) return <NoOption>{shell.loading}</NoOption>
  const { choices, hasMore } = data ?? { choices: [], hasMore: false }
  const isListed = choices.some(({ value }) => value.toLowerCase() === typed.toLowerCase())
  const own = isOwnValue(kind, typed) && !isListed && typed === q && !isPlaceholderData
  return (
    <>
      {!data && <NoOption>{problemText(error)}</NoOption>}
      {data && choices.length === 0 && !own && <NoOption>{w.noneFound}</NoOption>}
      {choices.map(({ value, name, isMe, detail }) => (
        <Combobox.Option key={value} value={value}>
          <Group gap="xs" wrap="nowrap">
            <Initials name={name} />
            <Text size="sm" truncate miw="60%">
              {isMe ? w.you(name) : name}
            </Text>
            <Caption truncate ml="auto">
              {detail}
            </Caption>
          </Group>
        </Combobox.Option>
      ))}
      {own && <Combobox.Option value={typed}>{w.useTyped(typed)}</Combobox.Option>}
      {hasMore && <NoOption>{w.typeForMore}</NoOption>}
    </>
  )
}
