import { TagsInput } from '@mantine/core'
import type { OwnInputProps } from '../records/field-input.tsx'
import { holidaysProblem } from './calendar.ts'

export function HolidaysInput({ label, hint, value, error, change }: OwnInputProps) {
  const days = Array.isArray(value) ? (value as string[]) : []
  return (
    <TagsInput
      label={label}
      description={hint}
      error={holidaysProblem(days) ?? error}
      size="sm"
      value={days}
      onChange={change}
      acceptValueOnBlur
    />
  )
}
