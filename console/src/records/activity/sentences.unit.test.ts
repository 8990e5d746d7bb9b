import { expect, test } from 'vitest'
import type { ActivityChange, ActivityEntry } from '../../api/schema.d.ts'
import { sentenceOf } from './sentences.ts'

const fields = [
  {
    name: 'state',
    label: 'State',
    choices: [
      { value: 'new', label: 'New' },
      { value: 'in_progress', label: 'In progress' },
    ],
  },
  { name: 'category', label: 'Category' },
  { name: 'uses', label: 'Uses', textOf: (value: unknown) => (value as { id: string }).id },
]

const entry = (changes: ActivityChange[], action = 'updated'): ActivityEntry => ({
  id: '1',
  type: 'change',
  at: '2026-01-01T00:00:00Z',
  actor: { id: 'usr_1', email: 'ada@example.com', name: 'Ada' },
  action,
  changes,
  note: null,
})

const state = { field: 'state', from: 'new', to: 'in_progress' }

test.for<[string, ActivityEntry]>([
  [
    'assigned it to themselves, changed the state from New to In progress',
    entry([state, { field: 'assigned_to', from: null, to: 'ADA@example.com' }]),
  ],
  [
    'assigned it to Bob',
    entry([{ field: 'assigned_to', from: null, to: 'bob@example.com', to_name: 'Bob' }]),
  ],
  ['removed the assignee', entry([{ field: 'assigned_to', from: 'bob@example.com', to: null }])],
  ['set Category to mail', entry([{ field: 'category', from: null, to: 'mail' }])],
  ['changed Category from mail to web', entry([{ field: 'category', from: 'mail', to: 'web' }])],
  ['removed Category (web)', entry([{ field: 'category', from: 'web', to: null }])],
  ['edited Backout plan', entry([{ field: 'backout_plan', from: null, to: 'One\nTwo' }])],
  [
    'added CI2 to Configuration items, removed CI1 from Configuration items',
    entry([{ field: 'ci_ids', from: ['CI1'], to: ['CI2'] }]),
  ],
  [
    'added CI3 to Uses, removed CI1 from Uses',
    entry([{ field: 'uses', from: [{ id: 'CI1' }, { id: 'CI2' }], to: [{ id: 'CI2' }, { id: 'CI3' }] }]),
  ],
  ['edited Attributes', entry([{ field: 'attributes', from: [{ a: 1 }], to: [] }])],
  [
    'changed the state from New to In progress',
    entry([state, { field: 'resolved_at', from: null, to: '2026-01-01' }]),
  ],
  [
    'changed the state from New to In progress',
    entry([state, { field: 'published_at', from: null, to: '2026-05-05T08:04:02.147Z' }]),
  ],
  ['changed the state from New to In progress, SLA met', { ...entry([state]), sla: 'met' }],
  [
    'warned that 75 % of the SLA time is used',
    entry([{ field: 'sla.warned', from: false, to: true }], 'sla_warned'),
  ],
  ['marked the SLA as breached', entry([{ field: 'sla.breached', from: false, to: true }], 'sla_breached')],
  ['created it', entry([state], 'created')],
  [
    'deleted CHG0000001',
    entry([{ field: 'change_id', from: 'CHG0000001', to: 'CHG0000001' }], 'reference_deleted'),
  ],
  ['marked it as reviewed', entry([{ field: 'reviewed_at', from: null, to: '2026-01-01' }], 'reviewed')],
  ['did not find it helpful', entry([{ field: 'helpful', from: null, to: false }], 'voted')],
  ['changed the comment', entry([{ field: 'comment', from: null, to: 'Which button?' }], 'voted')],
  [
    'rejected it: Two at once',
    entry(
      [state, { field: 'approval', from: {}, to: { decisions: [{ comment: 'Two at once' }] } }],
      'rejected',
    ),
  ],
  [
    'ended the approval by editing, set Risk to low',
    entry([{ field: 'risk', from: null, to: 'low' }], 'approval_ended'),
  ],
])('%s', ([expected, given]) => expect(sentenceOf(given, fields)).toBe(expected))
