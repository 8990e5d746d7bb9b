import type { IncidentStatistics } from '../api/schema.d.ts'
import { incidents } from '../words/incidents.ts'
import { priorities } from '../records/priorities.ts'
import { openIncidentStates } from '../records/open-states.ts'
import type { Lists, listOf } from './model.ts'

/** One part of a breakdown, and the search of the list that it counts. */
export interface Part {
  name: string
  count: number
  colour: string
  link: ReturnType<typeof listOf>
}

const plain = 'var(--chart-first)'

export const byPriority = ({ open }: IncidentStatistics, lists: Lists): Part[] =>
  priorities.map((priority) => ({
    name: priority,
    count: open.by_priority[priority],
    colour: `var(--priority-${priority.toLowerCase()})`,
    link: lists.open({ priority }),
  }))

export const byState = ({ open }: IncidentStatistics, lists: Lists): Part[] =>
  openIncidentStates.map((state) => ({
    name: incidents.states[state],
    count: open.by_state[state],
    colour: plain,
    link: lists.open({ state }),
  }))

export const byGroup = ({ groups }: IncidentStatistics, lists: Lists): Part[] =>
  groups.map(({ assignment_group, open }) => ({
    name: assignment_group ?? incidents.noGroup,
    count: open,
    colour: plain,
    link: lists.open(assignment_group === null ? { without_group: true } : { assignment_group }),
  }))
