import { Button, Stack, Text } from '@mantine/core'
import type { AssignedPath, Records } from '../api/paths.ts'
import { InlineEdit } from './inline-edit.tsx'
import { PeoplePicker } from './people-picker.tsx'
import { PersonName } from './person.tsx'
import { useMe } from '../session/me.ts'
import { incidents as w } from '../words/incidents.ts'
import { lists } from '../words/lists.ts'
import { priorities } from './priorities.ts'
import { PriorityBadge } from './priority.tsx'
import { priorityColours } from '../theme.ts'

interface Props<P extends AssignedPath> {
  path: P
  item: Records[P]
}

export function PriorityCell<P extends AssignedPath>({ path, item }: Props<P>) {
  const { may } = useMe()
  const shown = <PriorityBadge priority={item.priority} />
  if (!may('agents')) return shown
  return (
    <InlineEdit
      path={path}
      item={item}
      field="priority"
      label={w.priority}
      shown={shown}
      textOf={(value) => value ?? ''}
      editor={({ value, save }) => (
        <Stack gap={4}>
          {priorities.map((priority) => (
            <Button
              key={priority}
              size="compact-sm"
              variant={priority === value ? 'light' : 'subtle'}
              color={priorityColours[priority] ?? 'gray'}
              aria-pressed={priority === value}
              {...(priority === value && { 'data-autofocus': true })}
              onClick={() => save(priority)}
            >
              {priority}
            </Button>
          ))}
        </Stack>
      )}
    />
  )
}

export function AssigneeCell<P extends AssignedPath>({ path, item }: Props<P>) {
  const { may } = useMe()
  const { assigned_to } = item
  const name =
    assigned_to === null ? (
      <Text span inherit c="dimmed">
        {lists.unassigned}
      </Text>
    ) : (
      <PersonName email={assigned_to} />
    )
  if (!may('agents')) return name
  return (
    <InlineEdit
      path={path}
      item={item}
      field="assigned_to"
      label={w.assignee}
      shown={name}
      textOf={(value) => value ?? lists.unassigned}
      isInPlace
      editor={({ value, save, leave }) => (
        <PeoplePicker
          kind="person"
          size="xs"
          value={value}
          onChange={save}
          onLeave={leave}
          aria-label={lists.edit(w.assignee, item.id)}
          autoFocus
        />
      )}
    />
  )
}
