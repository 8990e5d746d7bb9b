import { Group, MultiSelect, Select } from '@mantine/core'
import { choicesFrom } from '../records/field-input.tsx'
import { Search } from '../records/search.tsx'
import { words } from '../words.ts'
import { priorities } from './model.ts'
import type { View } from './view.ts'

const { incidents: w } = words

type Show = (change: { [K in keyof View]: View[K] | undefined }) => void

const list = (value: string | undefined) => value?.split(',') ?? []
const joined = (values: string[]) => (values.length > 0 ? values.join(',') : undefined)

export function Filters({ view, show }: { view: View; show: Show }) {
  return (
    <Group align="end" gap="sm">
      <Search value={view.q} find={(q) => show({ q })} />
      <MultiSelect
        label={w.state}
        data={choicesFrom(w.states)}
        value={list(view.state)}
        onChange={(values) => show({ state: joined(values) })}
        miw="11rem"
        clearable
      />
      <MultiSelect
        label={w.priority}
        data={[...priorities]}
        value={list(view.priority)}
        onChange={(values) => show({ priority: joined(values) })}
        miw="9rem"
        clearable
      />
      <Select
        label={w.sort}
        data={choicesFrom(w.sorts)}
        value={view.sort ?? 'created_at'}
        onChange={(sort) =>
          show({ sort: (sort ?? undefined) as View['sort'], order: sort === 'priority' ? 'asc' : undefined })
        }
        allowDeselect={false}
      />
    </Group>
  )
}
