import {
  Autocomplete,
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ChangeEvent, ComponentType } from 'react'
import { Caption } from '../shell/dimmed.ts'
import { DateInput } from './date-input.tsx'
import type { Kind } from './kinds.ts'
import { Lookup } from './lookup.tsx'
import { PeoplePicker } from './people-picker.tsx'

interface Choice {
  value: string
  label: string
  /** What it means, shown in the list of `choices`. */
  hint?: string | undefined
}

/** Describes the input for one field. */
export interface Field<Name extends string = string> {
  name: Name
  label: string
  kind?:
    | 'text'
    | 'short'
    | 'long'
    | 'choice'
    | 'choices'
    | 'suggest'
    | 'lookup'
    | 'person'
    | 'group'
    | 'tags'
    | 'number'
    | 'time'
    | 'date'
    | 'flag'
    | 'password'
  /** For `choice`, `choices` and `suggest`. */
  choices?: readonly Choice[]
  /** For `lookup`. */
  to?: Kind
  /** How a value is shown, for free text that is stored as a name. */
  format?: (value: string) => string
  required?: boolean
  hint?: string
  /** The autofill hint for the browser. */
  autoComplete?: 'current-password' | 'new-password' | 'one-time-code'
  /** A component of its own, for fields that no kind covers, such as conditions or headers. */
  input?: ComponentType<OwnInputProps>
  /** Its value in words, beside that of someone else. */
  textOf?: (value: unknown) => string
}

export type FieldOf<Body> = Field<Extract<keyof Body, string>>

export interface OwnInputProps {
  label: string
  hint: string | undefined
  value: unknown
  error: string | undefined
  change: (value: unknown) => void
}

export type Draft = Record<string, unknown>

interface Props {
  field: Field
  value: unknown
  error: string | undefined
  change: (value: unknown) => void
  /** A suggested value was picked. */
  pick?: (value: string) => void
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/** An empty field is sent as null, which clears the value. */
export function FieldInput({ field, value, error, change, pick }: Props) {
  const { label, required = false, hint, kind = 'text' } = field
  const common = { label, required, error, size: 'sm' as const, ...(hint && { description: hint }) }
  const typed = {
    value: text(value),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change(currentTarget.value || null),
  }
  const data = [...(field.choices ?? [])]
  const Own = field.input
  if (Own) return <Own label={label} hint={hint} value={value} error={error} change={change} />
  switch (kind) {
    case 'choice':
      return (
        <Select
          {...common}
          data={data}
          value={text(value) || null}
          onChange={change}
          allowDeselect={!required}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...common}
          data={data}
          renderOption={({ option: { value, label } }) => (
            <div>
              {label}
              <Caption>{data.find((choice) => choice.value === value)?.hint}</Caption>
            </div>
          )}
          value={list(value)}
          onChange={change}
        />
      )
    case 'suggest':
      return (
        <Autocomplete
          {...common}
          data={data}
          value={text(value)}
          onChange={(next) => change(next || null)}
          {...(pick && { onOptionSubmit: pick })}
          autoSelectOnBlur={false}
        />
      )
    case 'lookup':
      return (
        <Lookup
          label={label}
          required={required}
          error={error}
          to={field.to!}
          value={text(value)}
          change={change}
        />
      )
    case 'person':
    case 'group':
      return (
        <PeoplePicker
          {...common}
          description={hint}
          kind={kind}
          value={text(value) || null}
          onChange={change}
        />
      )
    case 'tags':
      return <TagsInput {...common} value={list(value)} onChange={change} acceptValueOnBlur />
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => change(typeof next === 'number' ? next : null)}
        />
      )
    case 'flag':
      return (
        <Checkbox
          label={label}
          description={hint}
          error={error}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      )
    case 'time':
    case 'date':
      return <DateInput {...common} kind={kind} value={text(value) || null} change={change} unread={change} />
    case 'password':
      return (
        <TextInput
          {...common}
          {...typed}
          type="password"
          autoComplete={field.autoComplete ?? 'new-password'}
        />
      )
    case 'long':
      return <Textarea {...common} {...typed} autosize minRows={3} maxRows={20} />
    case 'text':
    case 'short':
      return <TextInput {...common} {...typed} autoComplete={field.autoComplete} />
  }
}
