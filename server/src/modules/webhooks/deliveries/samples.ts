import type { EventSubject, EventType } from '../../../kernel/event-types.ts'
import type { Approval } from '../../records/approval.ts'

interface Sample {
  id: string
  url: string
  test: true
  [field: string]: unknown
}

/** The data of a test event. */
export function sampleOf(type: EventType, baseUrl: string, now: Date): Sample {
  const { id, path, ...fields } = samples[type.split('.')[0] as EventSubject]
  return {
    id,
    url: `${baseUrl}/${path}/${id}`,
    ...fields,
    ...eventFields[type],
    created_at: now.toISOString(),
    test: true,
  }
}

const approvalOf = (status: Approval['status']) => ({ approval: { status, required: 1, decisions: [] } })
const pending = { state: 'submitted', ...approvalOf('pending') }
const approved = { state: 'approved', ...approvalOf('approved') }

/** What tells one event from another about the same record. */
const eventFields: Partial<Record<EventType, object>> = {
  'incident.updated': { changes: { category: { from: 'network', to: 'test' } } },
  'incident.resolved': {
    state: 'resolved',
    changes: { state: { from: 'in_progress', to: 'resolved' } },
  },
  'incident.priority_changed': { changes: { priority: { from: 'P2', to: 'P3' } } },
  'change.submitted': pending,
  'change.approved': approved,
  'change.rejected': { state: 'rejected', ...approvalOf('rejected') },
  'request.submitted': pending,
  'request.approved': approved,
}

const incident = {
  id: 'INC0000000',
  path: 'incidents',
  short_description: 'A test from Mainstay: nothing is wrong',
  priority: 'P3',
  state: 'new',
  category: 'test',
  assignment_group: 'service desk',
}

const samples = {
  incident,
  sla: { ...incident, target_minutes: 1440, cycle: 1 },
  change: {
    id: 'CHG0000000',
    path: 'changes',
    short_description: 'A test from Mainstay: nothing changes',
    type: 'normal',
    risk: 'low',
  },
  request: {
    id: 'REQ0000000',
    path: 'requests',
    short_description: 'A test from Mainstay: nothing is requested',
    item: 'test',
  },
  ci: { id: 'CI0000000', path: 'cmdb/cis', name: 'test', class: 'server', discovery_source: 'test' },
} satisfies Record<EventSubject, object>
