import { Text } from '@mantine/core'
import { When } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import type { Field } from '../field-input.tsx'
import { PersonName } from '../person.tsx'
import { PriorityBadge } from '../priority.tsx'
import { fieldText } from '../values.tsx'

/** A value as text: people by name, times in one format, priorities in their colour. */
export function FieldValue({ field, value }: { field: Field; value: unknown }) {
  if (typeof value !== 'string' || value === '') {
    const text = fieldText(field, value)
    return text === words.none ? (
      <Text span inherit c="dimmed">
        {text}
      </Text>
    ) : (
      text
    )
  }
  if (field.name === 'priority') return <PriorityBadge priority={value} />
  if (field.kind === 'person') return <PersonName email={value} />
  if (field.kind === 'time') return <When at={value} />
  return fieldText(field, value)
}
