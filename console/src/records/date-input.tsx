import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { Icon } from '../shell/icons.tsx'
import { records as w } from '../words/records.ts'
import { dateKinds } from './date-text.ts'

interface Props extends Pick<
  TextInputProps,
  'w' | 'label' | 'aria-label' | 'title' | 'description' | 'placeholder' | 'required' | 'size' | 'error'
> {
  kind: keyof typeof dateKinds
  /** A day such as 2026-11-16, or a time in UTC. */
  value: string | null
  change: (value: string | null) => void
  /** What is typed and is no date, where it must not be lost. */
  unread?: (text: string) => void
}

/** A date in the same words as everywhere else; the browser's own field would follow the language of the browser. */
export function DateInput({ kind, value, change, unread, error, size = 'sm', ...field }: Props) {
  const { isStored, parse, show, type, toPicker } = dateKinds[kind]
  /** Undefined while the field shows its value. */
  const [typed, setTyped] = useState<string>()
  const isKnown = value !== null && isStored(value)
  const [isWrong, setWrong] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const set = (text: string) => {
    setTyped(text)
    setWrong(false)
    const next = text.trim() === '' ? null : parse(text)
    if (next === undefined) unread?.(text)
    else if (next !== value) change(next)
  }
  const leave = () => {
    const isUnread = typed !== undefined && typed.trim() !== '' && parse(typed) === undefined
    setWrong(isUnread)
    if (!isUnread) setTyped(undefined)
  }
  return (
    <TextInput
      placeholder={w.dateHints[kind]}
      {...field}
      size={size}
      error={isWrong ? w.dateProblems[kind] : error}
      autoComplete="off"
      value={typed ?? (isKnown ? show(value) : (value ?? ''))}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={leave}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <input
            ref={picker}
            className="date-picker"
            type={type}
            tabIndex={-1}
            aria-hidden
            value={isKnown ? toPicker(value) : ''}
            onChange={(event) => {
              set(event.currentTarget.value)
              setTyped(undefined)
            }}
          />
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={w.pickDate}
            onClick={() => picker.current?.showPicker()}
          >
            <Icon of="calendar" />
          </ActionIcon>
        </>
      }
    />
  )
}
