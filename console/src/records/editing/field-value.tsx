import { Text } from '@mantine/core'
import { When } from '../../shell/time.tsx'
import { shell } from '../../words/shell.ts'
import type { Field } from '../field-input.tsx'
import { PersonName } from '../person.tsx'
import type { Priority } from '../priorities.ts'
import { PriorityBadge } from '../priority.tsx'
import { fieldText } from '../field-text.ts'

interface Props {
  field: Field
  value: unknown
  /** Shown for an empty value. */
  empty?: string
}

/** A value as text: people by name, times in one format, priorities in their colour. */
export function FieldValue({ field, value, empty = shell.none }: Props) {
  if (typeof value !== 'string' || value === '') {
    const text = fieldText(field, value)
    return text === shell.none ? (
      <Text span inherit c="dimmed">
        {empty}
      </Text>
    ) : (
      text
    )
  }
  if (field.name === 'priority') return <PriorityBadge priority={value as Priority} />
  if (field.kind === 'person') return <PersonName email={value} withoutInitials />
  if (field.kind === 'time') return <When at={value} />
  return fieldText(field, value)
}
