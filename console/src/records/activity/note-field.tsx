import { Combobox, Group, Text, Textarea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useRead } from '../../api/records.ts'
import { isComposing } from '../../shell/is-composing.ts'
import { records } from '../../words/records.ts'
import { Initials } from '../person.tsx'
import { completeMention, mentionAt, type TypedMention } from './mention.ts'
import type { NoteDraft } from './note-draft.ts'

const { activity: w } = records

/** People whose name or address begins with what is typed after an `@`. */
function usePeople(q: string | undefined) {
  const { data } = useRead('/people', {
    query: { q: q! },
    select: ({ data }) => data.slice(0, 8),
    enabled: q !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  return q === undefined ? [] : (data ?? [])
}

/** The text of a note; `@` offers people by name, Ctrl+Enter sends. */
export function NoteField({ draft, send }: { draft: NoteDraft; send: () => void }) {
  const { body, setBody, field } = draft
  const [mention, setMention] = useState<TypedMention>()
  const [q] = useDebouncedValue(mention?.q, 150)
  const people = usePeople(mention && q)
  const combobox = useCombobox()
  const isOffering = mention !== undefined && people.length > 0
  useEffect(() => {
    if (isOffering) combobox.selectFirstOption()
    // Only for new results: an option chosen by the arrow keys stays.
  }, [isOffering, people])
  const watch = ({ value, selectionStart }: HTMLTextAreaElement) => {
    setMention(mentionAt(value, selectionStart))
  }
  const complete = (email: string) => {
    const { current } = field
    if (!mention || !current) return
    const done = completeMention(body, current.selectionStart, mention, email)
    setBody(done.text)
    setMention(undefined)
    requestAnimationFrame(() => {
      current.focus()
      current.setSelectionRange(done.cursor, done.cursor)
    })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return send()
    }
    if (!isOffering) return
    const act = {
      ArrowDown: () => combobox.selectNextOption(),
      ArrowUp: () => combobox.selectPreviousOption(),
      Enter: () => combobox.clickSelectedOption(),
      Tab: () => combobox.clickSelectedOption(),
      Escape: () => setMention(undefined),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOffering }}
      onOptionSubmit={complete}
      position="top-start"
    >
      <Combobox.DropdownTarget>
        <Combobox.EventsTarget withKeyboardNavigation={false}>
          <Textarea
            ref={field}
            aria-label={w.note}
            placeholder={w.placeholder}
            autosize
            minRows={1}
            maxRows={10}
            value={body}
            onChange={(event) => {
              setBody(event.currentTarget.value)
              watch(event.currentTarget)
            }}
            onClick={(event) => watch(event.currentTarget)}
            onBlur={() => setMention(undefined)}
            onKeyDown={press}
          />
        </Combobox.EventsTarget>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown miw={260}>
        <Combobox.Options aria-label={w.mention}>
          {people.map(({ email, name }, index) => (
            <Combobox.Option key={email} value={email} selected={index === 0}>
              <Group gap="xs" wrap="nowrap">
                <Initials name={name} />
                <Text size="sm" truncate>
                  {name}
                </Text>
                <Text size="xs" truncate ml="auto">
                  {email}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
