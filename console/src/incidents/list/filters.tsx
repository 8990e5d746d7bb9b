import { ActionIcon, Button, Collapse, Group, MultiSelect, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { choicesFrom } from '../../records/field-input.tsx'
import { Search } from '../../records/search.tsx'
import { words } from '../../words.ts'
import { priorities } from '../model.ts'
import { MoreFilters } from './more-filters.tsx'
import { joined, listOf, type FilterProps, type View } from './view.ts'

const { incidents: w } = words

const further = [
  'category',
  'assignment_group',
  'location',
  'assigned_to',
  'unassigned',
  'sla',
  'created_from',
  'created_to',
] as const

/** The most used filters; the others are in a popover. */
export function Filters({ view, show }: FilterProps) {
  const [isOpen, more] = useDisclosure()
  const used = further.filter((name) => view[name]).length
  return (
    <>
      <Group align="end" gap="sm">
        <Search value={view.q} find={(q) => show({ q })} />
        <MultiSelect
          label={w.state}
          data={choicesFrom(w.states)}
          value={listOf(view.state)}
          onChange={(values) => show({ state: joined(values) })}
          flex="3 1 17rem"
          clearable
        />
        <MultiSelect
          label={w.priority}
          data={[...priorities]}
          value={listOf(view.priority)}
          onChange={(values) => show({ priority: joined(values) })}
          flex="1 1 9rem"
          clearable
        />
        <Sort view={view} show={show} />
        <Button variant="default" onClick={more.toggle} aria-expanded={isOpen}>
          {w.moreFilters(used)}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <MoreFilters view={view} show={show} />}</Collapse>
    </>
  )
}

function Sort({ view, show }: FilterProps) {
  const order = view.order ?? 'desc'
  return (
    <Group gap={4} align="end" wrap="nowrap">
      <Select
        label={w.sort}
        data={choicesFrom(w.sorts)}
        value={view.sort ?? 'created_at'}
        onChange={(sort) =>
          show({
            sort: (sort ?? undefined) as View['sort'],
            // The most urgent first.
            order: sort === 'priority' || sort === 'sla_breach_at' ? 'asc' : undefined,
          })
        }
        allowDeselect={false}
        w="8.5rem"
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={w.order[order]}
        title={w.order[order]}
        onClick={() => show({ order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {order === 'asc' ? '↑' : '↓'}
      </ActionIcon>
    </Group>
  )
}
