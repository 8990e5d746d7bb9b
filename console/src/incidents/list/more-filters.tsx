import { Checkbox, Group, Select, TagsInput, TextInput } from '@mantine/core'
import { choicesFrom } from '../../records/field-input.tsx'
import { words } from '../../words.ts'
import { useKnownValues } from '../known-values.ts'
import { joined, listOf, type FilterProps, type View } from './view.ts'

const { incidents: w } = words

export function MoreFilters({ view, show }: FilterProps) {
  const known = useKnownValues()
  const tags = (
    name: 'category' | 'assignment_group' | 'assigned_to' | 'location',
    label: string,
    data: string[],
  ) => (
    <TagsInput
      label={label}
      data={data}
      value={listOf(view[name])}
      onChange={(values) => show({ [name]: joined(values) })}
      splitChars={[',']}
      acceptValueOnBlur
      flex="1 1 12rem"
      clearable
    />
  )
  const date = (name: 'created_from' | 'created_to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={view[name] ?? ''}
      onChange={({ currentTarget: { value } }) => show({ [name]: value || undefined })}
    />
  )
  return (
    <Group align="end" gap="sm">
      {tags('assignment_group', w.group, known.assignment_group)}
      {tags('assigned_to', w.assignee, ['me', ...known.assigned_to])}
      {tags('category', w.category, known.category)}
      {tags('location', w.location, [])}
      <Select
        label={w.sla.title}
        data={choicesFrom(w.slaFilters)}
        value={view.sla ?? null}
        onChange={(sla) => show({ sla: (sla ?? undefined) as View['sla'] })}
        clearable
        w="10rem"
      />
      {date('created_from', w.createdFrom)}
      {date('created_to', w.createdTo)}
      <Checkbox
        label={w.unassignedOnly}
        checked={view.unassigned === true}
        onChange={(event) => show({ unassigned: event.currentTarget.checked || undefined })}
        pb={8}
      />
    </Group>
  )
}
