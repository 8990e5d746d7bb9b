import type { EventSubject, EventType } from '../../../kernel/event-types.ts'

interface Sample {
  id: string
  url: string
  test: true
  [field: string]: unknown
}

/** The data of a test event. */
export function sampleOf(type: EventType, baseUrl: string, now: Date): Sample {
  const { id, path, ...fields } = samples[type.split('.')[0] as EventSubject]
  return { id, url: `${baseUrl}/${path}/${id}`, ...fields, created_at: now.toISOString(), test: true }
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
    state: 'submitted',
  },
  request: {
    id: 'REQ0000000',
    path: 'requests',
    short_description: 'A test from Mainstay: nothing is requested',
    item: 'test',
    state: 'submitted',
  },
  ci: { id: 'CI0000000', path: 'cmdb/cis', name: 'test', class: 'server', discovery_source: 'test' },
} satisfies Record<EventSubject, object>
