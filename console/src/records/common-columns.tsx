import type { AssignedPath, Records } from '../api/paths.ts'
import type { ListColumn } from './columns-menu.tsx'
import { AssigneeCell, PriorityCell } from './editable-cells.tsx'
import { PersonName } from './person.tsx'
import { Ago } from '../shell/time.tsx'
import { records } from '../words/records.ts'

interface Labels {
  number: string
  summary: string
  priority: string
  assignee: string
  group: string
}

export const textColumn = <Key extends string>(key: Key, label: string, width: string) => ({
  key,
  label,
  width,
  show: (item: { [name in Key]: string | null }) => item[key],
})

export const personColumn = <Key extends string>(key: Key, label: string, width: string) => ({
  key,
  label,
  width,
  show: ({ [key]: email }: { [name in Key]: string | null }) => email && <PersonName email={email} />,
})

/** Columns that the lists of incidents, changes and requests have in common. */
export const commonColumns = <P extends AssignedPath>(path: P, labels: Labels) =>
  ({
    id: textColumn('id', labels.number, '6.25rem'),
    summary: {
      key: 'short_description',
      label: labels.summary,
      width: 'minmax(0, 1fr)',
      isOnSmallScreens: true,
      show: ({ short_description }) => <span className="about">{short_description}</span>,
    },
    priority: {
      key: 'priority',
      label: labels.priority,
      width: '4rem',
      isOnSmallScreens: true,
      sort: { by: 'priority', order: 'asc' },
      show: (item) => <PriorityCell path={path} item={item} />,
    },
    assignee: {
      key: 'assigned_to',
      label: labels.assignee,
      width: '10.5rem',
      show: (item) => <AssigneeCell path={path} item={item} />,
    },
    group: { ...textColumn('assignment_group', labels.group, '10rem'), isOptional: true },
  }) satisfies Record<string, ListColumn<Records[P]>>

export const updatedColumn: ListColumn<{ updated_at: string }> = {
  key: 'updated_at',
  label: records.updated,
  width: '7rem',
  sort: { by: 'updated_at', order: 'desc' },
  show: ({ updated_at }) => <Ago at={updated_at} />,
}
