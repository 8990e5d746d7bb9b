import { expect, test } from 'vitest'
import { listPath } from './list-path.ts'
import type { Meaning } from './meaning.ts'
import { conditionOf, schemas } from './schema.ts'
import { incident } from '../../../incidents/model.ts'

const week = { from: new Date('2026-03-02T00:00:00Z'), to: new Date('2026-03-09T00:00:00Z') }
const cases: [what: string, meaning: Partial<Meaning>, path: string | undefined][] = [
  ['breached', { conditions: [{ field: 'condition', values: ['breached'] }] }, '/incidents?sla=breached'],
  ['overdue', { conditions: [{ field: 'condition', values: ['overdue'] }] }, '/incidents?sla=breached'],
  ['at risk', { conditions: [{ field: 'condition', values: ['at_risk'] }] }, '/incidents?sla=at_risk'],
  [
    'not breached',
    { conditions: [{ field: 'condition', values: ['breached'], is_negated: true }] },
    undefined,
  ],
  ['unassigned', { conditions: [{ field: 'assigned_to', values: [] }] }, '/incidents?unassigned=true'],
  [
    'assigned',
    { conditions: [{ field: 'assigned_to', values: [], is_negated: true }] },
    '/incidents?unassigned=false',
  ],
  [
    'without a group',
    { conditions: [{ field: 'assignment_group', values: [] }] },
    '/incidents?without_group=true',
  ],
  [
    'the next to breach',
    { sort: { by: 'sla_breach_at', order: 'asc' } },
    '/incidents?sort=sla_breach_at&order=asc',
  ],
  [
    'changes sorted by a time that they do not have',
    { noun: 'change', sort: { by: 'sla_breach_at', order: 'asc' } },
    undefined,
  ],
  [
    'the changes of a requester',
    { noun: 'change', conditions: [{ field: 'opened_by', values: ['a@example.com'] }] },
    '/changes?requested_by=a%40example.com',
  ],
  [
    'resolved last week',
    { conditions: [{ field: 'resolved_at', span: week }] },
    '/incidents?resolved_after=2026-03-01T23%3A59%3A59.999Z&resolved_before=2026-03-09T00%3A00%3A00.000Z',
  ],
  [
    'changes of last week',
    { noun: 'change', conditions: [{ field: 'window', span: week }] },
    '/changes?planned_after=2026-03-02T00%3A00%3A00.000Z&planned_before=2026-03-09T00%3A00%3A00.000Z',
  ],
  [
    'changes updated last week, which their list cannot filter',
    { noun: 'change', conditions: [{ field: 'updated_at', span: week }] },
    undefined,
  ],
]

test.for(cases)('%s: the filters and sorts of the declared list', ([, meaning, path]) => {
  expect(listPath({ noun: 'incident', conditions: [], ...meaning })).toBe(path)
})

test('a condition means in a question what it means in a list', () => {
  expect(conditionOf('incident', 'breached')).toBe(incident.conditions.breached)
  expect(conditionOf('incident', 'overdue')).toBe(incident.conditions.breached)
  expect(conditionOf('incident', 'at_risk')).toBe(incident.conditions.at_risk)
  expect(incident.conditions.breached).toContain(incident.conditions.open)
})

test('every sort and filter of a list is known to questions', () => {
  expect(schemas.incident.sorts).toEqual(incident.sorts)
  expect(schemas.incident.filters).toEqual(incident.filters)
})
