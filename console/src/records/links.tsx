import { CloseButton, Group, Stack, Text } from '@mantine/core'
import { records as w } from '../words/records.ts'
import type { ListEdit } from './editing/list-edit.ts'
import type { Kind } from './kinds.ts'
import { Picker } from './picker.tsx'
import { RecordLink } from './record-link.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface Props {
  kind: Kind
  ids: readonly string[]
  /** Shown if there are none. */
  none: string
  /** Absent if the links are read-only. */
  change?: ((edit: ListEdit<string>) => void) | undefined
  /** Label of the input that adds a link. */
  label: string
}

/** Links to other records; more can be found by name and added. */
export function Links({ kind, ids, none, change, label }: Props) {
  return (
    <Stack gap="xs" {...useKeptFocus()}>
      {ids.length === 0 && <Text size="sm">{none}</Text>}
      {ids.map((id) => (
        <Group key={id} gap={4} justify="space-between" wrap="nowrap">
          <RecordLink id={id} />
          {change && (
            <CloseButton
              size="sm"
              aria-label={w.unlink(id)}
              onClick={() => change((ids) => ids.filter((other) => other !== id))}
            />
          )}
        </Group>
      ))}
      {change && (
        <Picker
          kind={kind}
          label={label}
          without={ids}
          pick={(id) => change((ids) => [...ids.filter((other) => other !== id), id])}
        />
      )}
    </Stack>
  )
}
