import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mappings } from './mappings.ts'
import { readExport, rowsOfCsv, rowsOfJson } from './read-export.ts'
import type { MappedRecord, Row } from './record.ts'
import { plain } from './text.ts'
import { timesIn } from './time-zone.ts'
import { rowsOfXml } from './xml.ts'

const samples = fileURLToPath(new URL('../../../docs/examples/import', import.meta.url))
const utc = timesIn('UTC')
const mapped = (system: string, file: string) => {
  const mapping = mappings[system]!
  return mapping.map(readExport(path.join(samples, file), mapping).rows, utc)
}
const recordsOf = (system: string, rows: Row[]) => mappings[system]!.map(rows, utc).records

/** What each sample must become; everything that is not named here is free. */
const expected: Record<string, [file: string, records: object[]][]> = {
  servicenow: [
    [
      'servicenow.json',
      [
        {
          type: 'ci',
          external_id: 'a1f0c2d4db3a1010f1d2a8b3ca961901',
          created_at: '2022-11-04T07:30:00.000Z',
          fields: {
            name: 'erp-app-01',
            class: 'server',
            support_group: 'ERP Operations',
            serial_number: 'CZ3114K7PL',
          },
        },
        {
          type: 'incident',
          external_id: 'INC0010112',
          ci_external_id: 'a1f0c2d4db3a1010f1d2a8b3ca961901',
          fields: {
            id: 'INC0010112',
            state: 'closed',
            priority: 'P2',
            impact: 'high',
            urgency: 'medium',
            description: expect.stringContaining('Assignee: Ada Marsh'),
            opened_by: 'Tomas Klein',
            created_at: '2024-03-01T06:52:10.000Z',
            resolved_at: '2024-03-01T11:20:44.000Z',
            closed_at: '2024-03-04T09:00:00.000Z',
          },
          notes: [
            {
              external_id: 'j1',
              author: 'ada.marsh@example.com',
              visibility: 'internal',
              created_at: '2024-03-01T11:18:02.000Z',
            },
          ],
        },
        {
          external_id: 'INC0010113',
          fields: { state: 'on_hold', priority: 'P4' },
          notes: [
            {
              author: 'Jo Brandt',
              visibility: 'internal',
              body: 'The supplier sends a spare part on Tuesday.',
            },
            { visibility: 'public', body: 'Please use the east entrance meanwhile.' },
          ],
        },
        {
          type: 'article',
          external_id: 'KB0010021',
          author: 'ada.marsh@example.com',
          fields: {
            state: 'published',
            body: 'Open the lock monitor.\n- Find the oldest lock\n- End its session',
          },
        },
      ],
    ],
    [
      'servicenow.xml',
      [
        {
          external_id: 'INC0010114',
          fields: {
            short_description: 'VPN & Wi-Fi drop every hour',
            description: 'Reported by 12 people on <floor 3>.',
            state: 'in_progress',
            assignment_group: 'Network',
            opened_by: 'Mina Roth',
          },
        },
      ],
    ],
  ],
  jira: [
    [
      'jira.json',
      [
        {
          external_id: 'OPS-417',
          url: 'https://jira.example.com/browse/OPS-417',
          fields: {
            description: 'Since the release of 14:05.\n- only Visa',
            state: 'resolved',
            priority: 'P1',
            category: 'checkout',
            assignment_group: 'Payments',
            assigned_to: 'jo.brandt@example.com',
            created_at: '2024-04-11T12:22:05.120Z',
            resolved_at: '2024-04-11T13:58:00.000Z',
          },
          notes: [{ external_id: '20011', body: 'Rolled back to 4.18.2.', visibility: 'internal' }],
        },
        {
          external_id: 'OPS-418',
          fields: { state: 'in_progress', priority: 'P3', opened_by: 'Bank Gateway' },
        },
      ],
    ],
    [
      'jira.csv',
      [
        {
          external_id: 'OPS-500',
          fields: {
            short_description: 'Printer on floor 2 prints "ghost" lines',
            state: 'closed',
            created_at: '2024-03-01T09:15:00.000Z',
            closed_at: '2024-03-02T15:58:00.000Z',
          },
          notes: [
            {
              author: 'jo.brandt',
              visibility: 'internal',
              body: 'Ordered a new drum, arrives tomorrow',
              created_at: '2024-03-01T10:02:00.000Z',
            },
            { body: 'Drum replaced' },
          ],
        },
        { external_id: 'OPS-501', fields: { state: 'on_hold', priority: 'P4' } },
      ],
    ],
  ],
  zammad: [
    [
      'zammad.json',
      [
        {
          external_id: '44812',
          fields: {
            description: 'Outlook says no permission.\nIt worked on Friday.',
            state: 'closed',
            priority: 'P3',
            opened_by: 'tomas.klein@example.com',
            closed_at: '2024-05-06T11:40:00.000Z',
          },
          notes: [
            { external_id: '3002', visibility: 'internal' },
            { external_id: '3005', visibility: 'public', body: 'You have access again.' },
          ],
        },
        { external_id: '44813', fields: { state: 'on_hold', priority: 'P2', assignment_group: 'Hardware' } },
      ],
    ],
  ],
  glpi: [
    [
      'glpi.json',
      [
        {
          type: 'ci',
          external_id: 'Computer 71',
          fields: { name: 'srv-files-02', serial_number: '5CG9120XYZ' },
        },
        {
          type: 'incident',
          external_id: '2204',
          ci_external_id: 'Computer 71',
          fields: {
            description: 'Nobody can save to S:\n\nAssignee: jbrandt',
            state: 'closed',
            priority: 'P1',
            impact: 'high',
            resolved_at: '2024-01-15T09:40:00.000Z',
          },
          notes: [{ external_id: '9001', author: 'jbrandt', visibility: 'internal' }],
        },
        {
          type: 'article',
          external_id: 'KnowbaseItem 12',
          fields: { body: 'Remove old snapshots first.', state: 'published' },
        },
      ],
    ],
    [
      'glpi.csv',
      [
        {
          external_id: '2301',
          fields: {
            short_description: 'Monitor flickers; sometimes black',
            description: 'Cable replaced already, still the same\n\nAssignee: Jo Brandt',
            state: 'in_progress',
            created_at: '2024-02-01T09:30:00.000Z',
          },
        },
        {
          external_id: '2302',
          fields: { state: 'resolved', priority: 'P4', created_at: '2024-02-05T08:00:00.000Z' },
        },
      ],
    ],
  ],
  pagerduty: [
    [
      'pagerduty.json',
      [
        { type: 'ci', external_id: 'PF9KMXH', fields: { name: 'Search API', class: 'service' } },
        {
          external_id: 'PT4KHLK',
          ci_external_id: 'PF9KMXH',
          url: 'https://pagerduty.example.com/incidents/PT4KHLK',
          fields: {
            state: 'resolved',
            priority: 'P1',
            resolved_at: '2024-06-01T03:02:44.000Z',
            assignment_group: 'Search',
          },
          notes: [{ external_id: 'PN1', author: 'ada.marsh@example.com' }],
        },
        { external_id: 'PT9ZZAA', fields: { state: 'in_progress', priority: 'P4', urgency: 'low' } },
      ],
    ],
    [
      'pagerduty.csv',
      [
        { type: 'ci', external_id: 'PSHOP01' },
        { external_id: 'PA11111', fields: { state: 'resolved', created_at: '2024-02-10T07:00:00.000Z' } },
      ],
    ],
  ],
  opsgenie: [
    [
      'opsgenie.json',
      [
        { type: 'ci', external_id: 'mx-1' },
        {
          external_id: '70413a06-38d6-4c85-92b8-5ebc900d42e2',
          ci_external_id: 'mx-1',
          fields: {
            state: 'resolved',
            priority: 'P2',
            assignment_group: 'Messaging',
            description: 'More than 5,000 messages for 20 minutes.\nqueued: 5312\nTags: mail, production',
            resolved_at: '2024-07-08T07:30:00.000Z',
          },
          notes: [{ external_id: '1720423500000_1', body: 'Relay had lost its route' }],
        },
        { external_id: '8418d193-2dab-4490-b331-8c02cdd196b7', fields: { state: 'new', priority: 'P4' } },
      ],
    ],
  ],
}

test.for(
  Object.entries(expected).flatMap(([system, files]) =>
    files.map(([file, records]) => ({ system, file, records })),
  ),
)('$system: $file', ({ system, file, records }) => {
  expect(mapped(system, file)).toMatchObject({ records, left_out: [] })
})

test('opsgenie: an alert was closed so long after its creation, whose time is read as everywhere', () => {
  const row = { id: '1', status: 'closed', createdAt: '08.07.2024 06:00', report: { closeTime: 90_000 } }
  expect(recordsOf('opsgenie', [row])[0]!.fields).toMatchObject({
    created_at: '2024-07-08T06:00:00.000Z',
    resolved_at: '2024-07-08T06:01:30.000Z',
  })
})

test('servicenow: notes of one save are all kept, and the first has the ID of earlier imports', () => {
  const entry = (kind: string, body: string) => `2024-03-02 10:15:00 - Jo Brandt (${kind})\n${body}`
  const stream = [
    entry('Work notes', 'Part ordered'),
    entry('Additional comments', 'It arrives on Tuesday'),
    entry('Work notes', 'Supplier called'),
    '2024-03-02 08:30:12 - Jo Brandt (Work notes)\nDoor checked',
  ]
  const row = { number: 'INC0010113', short_description: 'Badge reader' }
  const [record] = recordsOf('servicenow', [{ ...row, comments_and_work_notes: stream.join('\n\n') }])
  expect(record!.notes!.map(({ external_id, body }) => [external_id, body])).toEqual([
    ['2024-03-02 10:15:00 Jo Brandt', 'Part ordered'],
    ['2024-03-02 10:15:00 Jo Brandt 2', 'It arrives on Tuesday'],
    ['2024-03-02 10:15:00 Jo Brandt 3', 'Supplier called'],
    ['2024-03-02 08:30:12 Jo Brandt', 'Door checked'],
  ])
})

test('servicenow: a number that is too long or too high does not become that of another incident', () => {
  const idOf = (number: string) =>
    recordsOf('servicenow', [{ number, short_description: 'Scanner' }])[0]!.fields.id
  expect(['INC0010112', 'INC00101123', 'INC001011', 'INCZ000001'].map(idOf)).toEqual([
    'INC0010112',
    undefined,
    undefined,
    undefined,
  ])
})

test('zammad: plain text keeps what looks like HTML', () => {
  const article = (id: number, content_type: string) => ({ id, content_type, body: 'From <ada@example.com>' })
  const articles = ['text/plain', 'text/plain', 'text/html'].map((type, id) => article(id, type))
  const [record] = recordsOf('zammad', [{ number: '1', title: 'Mail', articles }])
  expect(record!.fields.description).toBe('From <ada@example.com>')
  expect(record!.notes!.map(({ body }) => body)).toEqual(['From <ada@example.com>', 'From'])
})

test('zammad: an internal first article is no description, which everyone reads', () => {
  const articles = [
    { id: 1, body: 'The caller was rude', internal: true },
    { id: 2, body: 'Mail is slow', internal: false },
  ]
  const [record] = recordsOf('zammad', [{ number: '1', title: 'Mail', articles }])
  expect(record!.fields).not.toHaveProperty('description')
  expect(record!.notes!.map(({ visibility }) => visibility)).toEqual(['internal', 'public'])
})

const restricted = { type: 'role', value: 'Administrators' }
test.for<[comment: object, projectTypeKey: string | undefined, visibility: string]>([
  [{ jsdPublic: true }, 'service_desk', 'public'],
  [{ jsdPublic: false }, 'service_desk', 'internal'],
  [{ jsdPublic: true, visibility: restricted }, 'software', 'internal'],
  [{ visibility: restricted }, 'software', 'internal'],
  [{}, 'software', 'team'],
  [{}, 'business', 'team'],
  [{}, 'service_desk', 'internal'],
  [{}, undefined, 'internal'],
])('jira: the comment %j of a project of type %s is %s', ([comment, projectTypeKey, visibility]) => {
  const fields = { project: { projectTypeKey }, comment: { comments: [{ id: '1', body: 'Hi', ...comment }] } }
  expect(recordsOf('jira', [{ key: 'OPS-7', fields }])[0]!.notes).toMatchObject([{ visibility }])
})

test('jira: the record says how many comments its export lacks', () => {
  const messageFor = (total: number | undefined, summary = 'Slow') => {
    const comment = { comments: [{ id: '1', body: 'Hi' }], total }
    return recordsOf('jira', [{ key: 'OPS-8', fields: { summary, description: summary, comment } }])[0]!
      .message
  }
  expect([messageFor(45), messageFor(1), messageFor(undefined)]).toEqual([
    '44 of 45 comments are not in the export',
    undefined,
    undefined,
  ])
  expect(messageFor(45, 'x'.repeat(100_001))).toBe(
    '44 of 45 comments are not in the export; description was shortened to 100000 characters',
  )
})

test('jira: mentions and links of a document are kept', () => {
  const content = [
    { type: 'mention', attrs: { id: 'u1', text: '@Ada Marsh' } },
    { type: 'text', text: ' see ' },
    { type: 'inlineCard', attrs: { url: 'https://wiki.example.com/x' } },
  ]
  const description = { type: 'doc', content: [{ type: 'paragraph', content }] }
  const assignee = { emailAddress: '', displayName: 'Jo Brandt' }
  const [record] = recordsOf('jira', [{ key: 'OPS-3', fields: { summary: 'Slow', description, assignee } }])
  expect(record!.fields.description).toBe('@Ada Marsh see https://wiki.example.com/x\n\nAssignee: Jo Brandt')
})

test.for<[address: string, isAccepted: boolean]>([
  ["jo.o'brandt+it@mail-1.example.com", true],
  ['R&D/it@localhost', true],
  ['jo..brandt@example.com', false],
  ['.jo@example.com', false],
  ['jo.@example.com', false],
  ['jo@-example.com', false],
  ['jo@example-.com', false],
  ['jo@example..com', false],
])('the assignee %s is an address: %s; otherwise it is kept in the text', ([assigned_to, isAccepted]) => {
  const [record] = recordsOf('zammad', [{ number: '8', title: 'Slow', owner: assigned_to }])
  expect(record!.fields.assigned_to).toBe(isAccepted ? assigned_to : undefined)
  expect(record!.fields.description).toBe(isAccepted ? undefined : `Assignee: ${assigned_to}`)
})

test.for<[system: string, row: Row, state: string, message: string | undefined]>([
  [
    'jira',
    { 'Issue key': 'A-1', Status: 'Erledigt' },
    'new',
    'status Erledigt is unknown, so its state is new',
  ],
  [
    'jira',
    { 'Issue key': 'A-1', Status: 'Erledigt', Resolved: '02/Mar/24 9:15 AM' },
    'closed',
    'status Erledigt is unknown, so its state is closed',
  ],
  ['jira', { 'Issue key': 'A-1', Resolved: '02/Mar/24 9:15 AM' }, 'closed', undefined],
  [
    'jira',
    { key: 'A-1', fields: { status: { name: 'In QA' }, priority: { name: 'Urgent' } } },
    'new',
    'status In QA is unknown, so its state is new; priority Urgent is unknown, so it is P3',
  ],
  [
    'servicenow',
    { number: 'INC0010001', state: 'Gelöst', resolved_at: '2024-03-01 09:12:44' },
    'resolved',
    'status Gelöst is unknown, so its state is resolved',
  ],
  ['zammad', { number: '1', state: 'escalated' }, 'new', 'status escalated is unknown, so its state is new'],
  [
    'pagerduty',
    { id: 'P1', status: 'suppressed', last_status_change_at: '2024-03-01T09:12:44Z' },
    'new',
    'status suppressed is unknown, so its state is new',
  ],
])(
  '%s: an unknown status or priority is named, and what has ended stays ended',
  ([system, row, state, message]) => {
    const [record] = recordsOf(system, [row]) as [MappedRecord]
    expect([record.fields.state, record.message]).toEqual([state, message])
  },
)

test('servicenow: the resolution notes become the last note, and the problem stays named', () => {
  const row = {
    number: 'INC0010001',
    state: '6',
    opened_at: '2024-03-01 09:12:44',
    resolved_at: '2024-03-01 10:12:44',
    sys_updated_on: '2024-03-04 00:00:00',
    close_code: 'Solution provided',
    close_notes: 'Restarted the concentrator',
    resolved_by: { display_value: 'Beth Anglin', value: '5137' },
    problem_id: { display_value: 'PRB0040001', value: '9d3c' },
    work_notes: '2024-03-01 09:30:00 - Beth Anglin (Work notes)\nTried',
  }
  const [record] = recordsOf('servicenow', [row]) as [MappedRecord]
  expect(record.fields.parent_problem_id).toBe('PRB0040001')
  expect(record.notes).toEqual([
    expect.objectContaining({ body: 'Tried', visibility: 'internal' }),
    {
      external_id: 'resolution 2024-03-01 10:12:44',
      body: 'Restarted the concentrator\n\nResolution code: Solution provided',
      author: 'Beth Anglin',
      created_at: '2024-03-01T10:12:44.000Z',
      visibility: 'public',
    },
  ])
  const reopened = { ...row, state: '2', resolved_at: '', close_notes: '' }
  expect(recordsOf('servicenow', [reopened])[0]!.notes).toHaveLength(1)
})

test.for<[system: string, row: Row, external_id: string | null]>([
  ['jira', { key: 'A-1', fields: { comment: { comments: 'Fixed' } } }, 'A-1'],
  ['opsgenie', { id: 'o-1', message: 'Disk full', tags: "['disk']" }, 'o-1'],
  ['pagerduty', { id: 'P1', notes: 'Fixed' }, 'P1'],
  ['zammad', { number: '7', articles: [null] }, '7'],
])('%s: a row of another form is left out, with its number and the reason', ([system, row, external_id]) => {
  expect(mappings[system]!.map([row], utc).left_out).toEqual([
    {
      row: 1,
      external_id,
      reason: expect.stringContaining('one of its fields has another form than expected'),
    },
  ])
})

test('jira: the authors of CSV comments have the names that other columns give for their account IDs', () => {
  const content = [
    'Issue key,Summary,Assignee,Assignee Id,Watchers,Watchers,Watchers Id,Watchers Id,Comment,Comment,Comment',
    'A-1,Slow,Zoë Marsh,712020:aa,Jo Brandt,,5b10ac,,01/Mar/24 9:15 AM;712020:aa;One,01/Mar/24 9:16 AM;5b10ac;Two,01/Mar/24 9:17 AM;77;Three',
  ]
  const [record] = recordsOf('jira', rowsOfCsv(content.join('\n')))
  expect(record!.notes!.map(({ external_id, author }) => [external_id, author])).toEqual([
    ['01/Mar/24 9:15 AM 712020:aa', 'Zoë Marsh'],
    ['01/Mar/24 9:16 AM 5b10ac', 'Jo Brandt'],
    ['01/Mar/24 9:17 AM 77', '77'],
  ])
})

test('opsgenie: a team that an alert names by its ID has its name from the answer for the teams', () => {
  const user = { id: 'u-1', type: 'user' }
  const alert = (id: string, more: Row) => ({ id, message: 'Disk full', status: 'open', ...more })
  const rows = [
    alert('a', { responders: [user, { id: 't-1', type: 'team' }] }),
    alert('b', { responders: [user], ownerTeamId: 't-1', snoozed: true, acknowledged: true }),
    alert('c', { responders: [{ id: 't-2', type: 'team' }] }),
    alert('d', { responders: [user] }),
    { id: 't-1', name: 'Messaging', description: '' },
  ]
  const { records, left_out } = mappings.opsgenie!.map(rows, utc)
  expect(left_out).toEqual([])
  expect(records.map(({ fields, message }) => [fields.assignment_group, fields.state, message])).toEqual([
    ['Messaging', 'new', undefined],
    ['Messaging', 'on_hold', undefined],
    [undefined, 'new', 'the name of its team t-2 is not in the export'],
    [undefined, 'new', undefined],
  ])
})

test.for<[priority: string, expected: string]>([
  ['SEV-1', 'P1'],
  ['SEV-3', 'P3'],
  ['SEV-5', 'P4'],
])('pagerduty: the priority %s is %s', ([summary, priority]) => {
  const [record] = recordsOf('pagerduty', [{ id: 'P1', urgency: 'low', priority: { summary } }])
  expect(record!.fields.priority).toBe(priority)
})

test.for<[row: Row, state: string]>([
  [{ id: 'Q1', resolved_at: '2024-05-29T15:30:14' }, 'resolved'],
  [{ incident_id: 'Q1', resolved_at: '', seconds_to_first_ack: '60' }, 'in_progress'],
  [{ id: 'Q1', resolved_on: '', seconds_to_first_ack: '' }, 'new'],
  [{ id: 'Q1', resolved_at: null, status: 'triggered' }, 'new'],
])('pagerduty: rows of a report, %j', ([given, state]) => {
  const row = { created_at: '2024-05-29T15:28:14', service_id: 'PS1', service_name: 'Billing', ...given }
  const [service, record] = recordsOf('pagerduty', [row])
  expect(service).toMatchObject({ type: 'ci', external_id: 'PS1' })
  expect(record).toMatchObject({
    external_id: 'Q1',
    ci_external_id: 'PS1',
    fields: { state, created_at: '2024-05-29T15:28:14.000Z' },
  })
})

test('the answer for a single record is an export too, and what is no record is refused', () => {
  const content = '{"data": {"id": "a", "message": "One"}}\n{"data": [{"id": "b", "message": "Two"}]}'
  expect(rowsOfJson(content, mappings.opsgenie!)).toEqual([
    { id: 'a', message: 'One' },
    { id: 'b', message: 'Two' },
  ])
  expect(() => rowsOfJson('{"issues": [{"key": "A-1"}, null]}', mappings.jira!)).toThrow(
    'row 2 is not an object',
  )
})

test('a state or priority that every object has a member for is unknown', () => {
  const row = { number: '8', title: 'Slow', state: 'constructor', priority: 'constructor - 1' }
  expect(recordsOf('zammad', [row])[0]!.fields).toEqual({ short_description: 'Slow', state: 'new' })
})

test.for<[unknown, string]>([
  [1, 'internal'],
  ['1', 'internal'],
  [true, 'internal'],
  [0, 'public'],
  ['0', 'public'],
])('glpi: a follow-up with is_private %j is for %s', ([is_private, visibility]) => {
  const _followups = [{ id: 1, content: 'Password reset', is_private }]
  expect(recordsOf('glpi', [{ id: 1, name: 'Login', _followups }])[0]!.notes).toMatchObject([{ visibility }])
})

test('jira: a custom status in CSV gets the state of its category', () => {
  const row = { 'Issue key': 'OPS-1', Summary: 'Mail is slow', Status: 'Under investigation' }
  const stateFor = (category: string) =>
    recordsOf('jira', [{ ...row, 'Status Category': category }])[0]!.fields.state
  expect(['To Do', 'In Progress', 'Done', ''].map(stateFor)).toEqual(['new', 'in_progress', 'closed', 'new'])
})

test.for<[system: string, row: Row, fields: object]>([
  [
    'servicenow',
    {
      number: 'INC0010120',
      short_description: 'Scanner is offline',
      state: '',
      incident_state: '2',
      'assigned_to.email': '',
      assigned_to: { display_value: 'ada.marsh@example.com', value: 'u17' },
      'caller_id.email': '',
      caller_id: { display_value: '', value: '' },
      opened_by: 'Reception',
      opened_at: '',
      sys_created_on: '2024-03-02 08:01:00',
    },
    {
      state: 'in_progress',
      assigned_to: 'ada.marsh@example.com',
      opened_by: 'Reception',
      created_at: '2024-03-02T08:01:00.000Z',
    },
  ],
  [
    'pagerduty',
    {
      id: 'PA2',
      description: 'Disk full',
      team_name: '',
      escalation_policy_name: 'Web on call',
      created_on: '2024-02-10T08:00:00Z',
      resolved_on: '',
    },
    { assignment_group: 'Web on call', updated_at: '2024-02-10T08:00:00.000Z' },
  ],
  [
    'jira',
    { 'Issue key': 'OPS-2', Summary: 'Slow', 'Component/s': '', Components: 'checkout' },
    { category: 'checkout' },
  ],
])('%s: the value of another column stands in for an empty one', ([system, row, fields]) => {
  expect(recordsOf(system, [row]).at(-1)).toMatchObject({ type: 'incident', fields })
})

test('servicenow: an empty activity gives way to the work notes and comments', () => {
  const row = { number: 'INC0010121', short_description: 'Scanner', comments_and_work_notes: '' }
  const work_notes = '2024-03-02 10:15:00 - Jo Brandt (Work notes)\nRestarted'
  const comments = '2024-03-02 10:15:00 - Jo Brandt (Additional comments)\nPlease try again'
  expect(recordsOf('servicenow', [{ ...row, work_notes, comments }])[0]!.notes).toMatchObject([
    { external_id: '2024-03-02 10:15:00 Jo Brandt', body: 'Restarted', visibility: 'internal' },
    { external_id: '2024-03-02 10:15:00 Jo Brandt 2', body: 'Please try again', visibility: 'public' },
  ])
})

test('servicenow: a text without headers becomes one note, and an unknown time leaves its row out', () => {
  const row = { number: 'INC0010122', short_description: 'Scanner', sys_updated_on: '2024-03-02 10:15:00' }
  expect(recordsOf('servicenow', [{ ...row, work_notes: 'Restarted' }])[0]!.notes).toEqual([
    {
      external_id: expect.stringMatching(/^activity [0-9a-f]{16}$/),
      body: 'Restarted',
      created_at: '2024-03-02T10:15:00.000Z',
      visibility: 'internal',
    },
  ])
  const work_notes = '03/02/2024 10:15:00 - Jo Brandt (Work notes)\nRestarted'
  expect(mappings.servicenow!.map([{ ...row, work_notes }], utc).left_out).toMatchObject([
    { external_id: 'INC0010122' },
  ])
})

test('servicenow: notes in another language keep their IDs in a later export', () => {
  const notesIn = (comments_and_work_notes: string) =>
    recordsOf('servicenow', [
      { number: 'INC0010127', short_description: 'Scanner', comments_and_work_notes },
    ])[0]!.notes
  const first = '02.03.2024 10:15:00 - Jo Brandt (IT) (Arbeitsnotizen)\nNeu gestartet'
  const second = '02.03.2024 11:00:00 - Ada Marsh (Kommentare (sichtbar))\nErledigt'
  const restarted = {
    external_id: '02.03.2024 10:15:00 Jo Brandt (IT)',
    body: 'Neu gestartet',
    author: 'Jo Brandt (IT)',
    created_at: '2024-03-02T10:15:00.000Z',
    visibility: 'internal',
  }
  expect(notesIn(first)).toEqual([restarted])
  expect(notesIn(`${second}\n\n${first}`)).toMatchObject([
    { author: 'Ada Marsh', body: 'Erledigt', visibility: 'internal' },
    restarted,
  ])
})

test('servicenow: a line of an English note is not taken for a header', () => {
  const work_notes =
    '2024-03-02 10:15:00 - Jo Brandt (Work notes)\nLog:\n2024-03-02 10:10 - restarted (twice)'
  const row = { number: 'INC0010128', short_description: 'Scanner', work_notes }
  expect(recordsOf('servicenow', [row])[0]!.notes).toMatchObject([
    { body: 'Log:\n2024-03-02 10:10 - restarted (twice)' },
  ])
})

test.for<[Row, string]>([
  [{ sys_id: 'c1', name: 'lp-4', sys_class_name: 'u_cmdb_ci_label_printer' }, 'ci'],
  [{ sys_id: 'c2', name: 'Mail', sys_class_name: 'service_offering' }, 'ci'],
  [
    { number: 'INC0010129', short_description: 'Phishing', sys_class_name: 'u_security_incident' },
    'incident',
  ],
])('servicenow: %j of a derived table is of type %s', ([row, type]) => {
  expect(mappings.servicenow!.map([row], utc)).toMatchObject({ records: [{ type }], left_out: [] })
})

test('servicenow: a note of the stream and of the journal is one note', () => {
  const stream = [
    '2024-03-02 11:15:00 - Jo Brandt (Work notes)\nCalled',
    '2024-03-02 10:15:00 - Jo Brandt (Work notes)\nRestarted',
    '2024-03-02 09:15:00 - Jo Brandt (Work notes)\nCalled',
  ]
  const journal = (sys_id: string, value: string) => ({
    sys_id,
    element_id: 's1',
    element: 'work_notes',
    value,
  })
  const row = {
    sys_id: 's1',
    number: 'INC0010123',
    short_description: 'Scanner',
    work_notes: stream.join('\n\n'),
  }
  const [record] = recordsOf('servicenow', [row, journal('j1', 'Called'), journal('j2', 'Restarted')])
  expect(record!.notes!.map(({ external_id }) => external_id)).toEqual([
    '2024-03-02 09:15:00 Jo Brandt',
    'j1',
    'j2',
  ])
})

test.for<[rows: Row[], imported: number]>([
  [
    [
      { version: '1.0', workflow_state: 'outdated' },
      { version: '2.0', workflow_state: 'published' },
    ],
    1,
  ],
  [
    [
      { version: '2.0', workflow_state: 'published' },
      { version: '3.0', workflow_state: 'draft' },
    ],
    0,
  ],
  [
    [
      { version: '10.0', workflow_state: 'retired' },
      { version: '9.0', workflow_state: 'outdated' },
    ],
    0,
  ],
  [
    [{ version: { value: '9f', display_value: '1.0' } }, { version: { value: '1e', display_value: '1.01' } }],
    1,
  ],
  [
    [
      { version: '9f', latest: 'false' },
      { version: '1e', latest: 'true' },
    ],
    1,
  ],
])('servicenow: of the versions %j of an article, number %i is imported', ([versions, imported]) => {
  const rows = versions.map((row, i) => ({ number: 'KB0010003', short_description: `Row ${i}`, ...row }))
  expect(mappings.servicenow!.map(rows, utc)).toMatchObject({
    records: [{ external_id: 'KB0010003', fields: { title: `Row ${imported}` } }],
    left_out: [{ row: 2 - imported, external_id: 'KB0010003', reason: 'another version of it is imported' }],
  })
})

test('servicenow: what is shown decides where the value says nothing', () => {
  const row = {
    number: 'INC0010124',
    short_description: 'Scanner',
    state: { value: '4', display_value: 'Awaiting User Info' },
    cmdb_ci: { display_value: 'erp', link: 'https://servicenow.example.com/api/now/table/cmdb_ci/a1f0' },
  }
  expect(recordsOf('servicenow', [row])).toMatchObject([
    { ci_external_id: 'a1f0', fields: { state: 'on_hold' } },
  ])
})

test.for<[row: Row, status: string | undefined, message?: string]>([
  [{ install_status: '7', operational_status: '6' }, 'retired'],
  [{ install_status: '1', operational_status: '6' }, 'retired'],
  [{ install_status: 'Retired', operational_status: 'Operational' }, 'retired'],
  [{ install_status: { value: '100', display_value: 'Absent' } }, 'retired'],
  [{ install_status: '3', operational_status: '1' }, 'maintenance'],
  [{ install_status: 'In Maintenance' }, 'maintenance'],
  [{ operational_status: 'Non-Operational' }, 'maintenance'],
  [{ install_status: 'In Stock', operational_status: '1' }, 'planned'],
  [{ install_status: '1', operational_status: '1' }, 'operational'],
  [{ install_status: '', operational_status: undefined }, undefined],
  [{ install_status: '42' }, undefined, 'install_status 42 is unknown'],
  [{ install_status: 'Lent', operational_status: '6' }, 'retired', 'install_status Lent is unknown'],
])('servicenow: the status of %j is %s', ([row, status, message]) => {
  const [record] = recordsOf('servicenow', [{ sys_id: 'c1', name: 'srv', ...row }])
  expect([record!.fields.status, record!.message]).toEqual([status, message])
})

test('servicenow: the IP addresses of a configuration item are kept, and other texts are named', () => {
  const ip_address = '10.0.0.7, 2001:db8::7 10.0.0.7, dhcp, fe80::1%eth0'
  expect(recordsOf('servicenow', [{ sys_id: 'c1', name: 'srv', ip_address }])).toMatchObject([
    {
      fields: { ip_addresses: ['10.0.0.7', '2001:db8::7'] },
      message: 'ip_address dhcp is not an IP address; ip_address fe80::1%eth0 is not an IP address',
    },
  ])
})

test('jira: a comment of CSV is known by its time and author, wherever it stands', () => {
  const cells = [
    '01/Mar/24 9:15 AM;ada;One',
    '01/Mar/24 9:15 AM;ada;Two',
    '02/Mar/24 8:00 AM;jo;Three',
    'Four; five; six',
  ]
  const idsOf = (Comment: string[]) =>
    recordsOf('jira', [{ 'Issue key': 'OPS-6', Summary: 'Slow', Comment }])[0]!.notes!.map(
      (note) => note.external_id,
    )
  expect(idsOf(cells)).toEqual([
    '01/Mar/24 9:15 AM ada',
    '01/Mar/24 9:15 AM ada 2',
    '02/Mar/24 8:00 AM jo',
    'comment',
  ])
  expect(idsOf(cells.slice(2))).toEqual(idsOf(cells).slice(2))
})

const other = 'it is a row of another table'
test.for<[system: string, row: Row, reason: string]>([
  ['servicenow', { number: 'CHG0030001', short_description: 'Upgrade' }, other],
  ['servicenow', { number: 'X1', sys_class_name: 'change_request', short_description: 'Upgrade' }, other],
  ['servicenow', { sys_id: 'u1', name: 'Ada Marsh', user_name: 'ada' }, other],
  ['servicenow', { sys_id: 'u1', name: 'Network', sys_class_name: 'sys_user_group' }, other],
  ['servicenow', { sys_id: 'j1', element_id: 's9', value: 'Called' }, 'its incident is not in this file'],
  ['servicenow', { sys_id: 'c1', name: '', sys_class_name: 'cmdb_ci_server' }, 'it has no name'],
  ['servicenow', { short_description: 'Scanner' }, 'it has no ID'],
  ['jira', { fields: { summary: 'Slow' } }, 'it has no ID'],
  ['zammad', { title: 'Slow' }, 'it has no ID'],
  ['zammad', { number: 1, articles: [{ body: 'Slow' }, { body: 'Very' }] }, 'one of its notes has no ID'],
  ['glpi', { Title: 'Slow', ID: '' }, 'it has no ID'],
  ['glpi', { serial: 'S1', name: 'srv-1' }, 'it has no ID'],
  ['glpi', { answer: 'Restart', name: 'Slow' }, 'it has no ID'],
  ['pagerduty', { title: 'Slow' }, 'it has no ID'],
  ['opsgenie', { message: 'Slow' }, 'it has no ID'],
])('%s: %j is left out: %s', ([system, row, reason]) => {
  expect(mappings[system]!.map([row], utc)).toMatchObject({ records: [], left_out: [{ row: 1, reason }] })
})

test.for<[string, Row, string]>([
  ['servicenow', { number: 'INC0010125', description: 'Printer jams\nagain' }, 'Printer jams'],
  ['zammad', { number: '7' }, '7'],
  ['servicenow', { number: 'KB0010022', text: '<p>Restart it</p>' }, 'Restart it'],
])('%s: without a title, %j is called %j', ([system, row, title]) => {
  const [{ fields }] = recordsOf(system, [row]) as [MappedRecord]
  expect(fields.short_description ?? fields.title).toBe(title)
})

test('texts that are too long are shortened, and the record says so', () => {
  const long = 'x'.repeat(200_001)
  const rows = [
    { number: 'KB0010023', short_description: 'Long', text: long },
    { number: 'INC0010126', short_description: 'Long', description: long, work_notes: long },
    { number: 'KB0010024', short_description: 'Fits', text: long.slice(1) },
  ]
  const records = recordsOf('servicenow', rows)
  expect(records.map(({ message }) => message)).toEqual([
    'body was shortened to 200000 characters',
    expect.stringMatching(/^description was shortened to 100000 characters; note activity \w+ was shortened/),
    undefined,
  ])
  const lengths = records.map(({ fields, notes }) => [
    String(fields.body ?? fields.description).length,
    notes?.[0]?.body.length,
  ])
  expect(lengths).toEqual([
    [200_000, undefined],
    [100_000, 100_000],
    [200_000, undefined],
  ])
})

test('every mapping has a sample', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(mappings).toSorted())
})

test.for<[unknown, string | undefined]>([
  ['2024-03-01 08:15:00', '2024-03-01T08:15:00.000Z'],
  ['2024-03-01T08:15:00+0100', '2024-03-01T07:15:00.000Z'],
  ['2024-03-01', '2024-03-01T00:00:00.000Z'],
  ['2024-03-01 08:15:00 UTC', '2024-03-01T08:15:00.000Z'],
  ['01/Mar/24 12:05 AM', '2024-03-01T00:05:00.000Z'],
  ['01/Mar/24 12:05 PM', '2024-03-01T12:05:00.000Z'],
  ['01/Mar/24 9:15:30 AM', '2024-03-01T09:15:30.000Z'],
  ['29/Feb/24 13:15 PM', '2024-02-29T13:15:00.000Z'],
  ['01-03-2024 08:15', '2024-03-01T08:15:00.000Z'],
  ['01.03.2024 09:15', '2024-03-01T09:15:00.000Z'],
  ['2024/03/01 09:15', '2024-03-01T09:15:00.000Z'],
  ['2024-03-01 09:15:00 +0100', '2024-03-01T08:15:00.000Z'],
  ['2024-03-01T09:15:00+01', '2024-03-01T08:15:00.000Z'],
  ['2024-03-01T09:15:00.250-03:30', '2024-03-01T12:45:00.250Z'],
  ['0000-00-00 00:00:00', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  [null, undefined],
])('the time %j is %j', ([given, iso]) => {
  const row = { number: '1', created_at: given }
  expect(recordsOf('zammad', [row])[0]!.fields.created_at).toBe(iso)
})

test('times without a zone are in the given one, in summer and in winter; the others have their own', () => {
  const content = [
    'Issue key,Summary,Status,Created,Resolved,Updated,Comment',
    'A-1,Slow,Done,15/Jan/24 9:15 AM,15/Jul/24 9:15 AM,2024-07-15T09:15:00+0100,31/Mar/24 3:00 AM;ada;Clock changed',
  ]
  const { records } = mappings.jira!.map(rowsOfCsv(content.join('\n')), timesIn('Europe/Berlin'))
  expect(records[0]).toMatchObject({
    fields: {
      created_at: '2024-01-15T08:15:00.000Z',
      resolved_at: '2024-07-15T07:15:00.000Z',
      updated_at: '2024-07-15T08:15:00.000Z',
    },
    notes: [{ created_at: '2024-03-31T01:00:00.000Z', external_id: '31/Mar/24 3:00 AM ada' }],
  })
})

test.for([
  '2024-13-01',
  'yesterday',
  '03/01/2024 09:12:44',
  '01-03-2024 08:15:00 PM',
  '01/Mär/24 09:15',
  '01/Foo/24 09:15',
  '2024-02-30 10:00',
  '2023/02/29',
  '31/Feb/24 9:15 AM',
  '01/Mar/24 25:75',
  '01/Mar/24 13:15 AM',
  '31-02-2024 09:15',
  1_709_280_000_000,
])('the time %j is not guessed: its row is left out', (created) => {
  const row = { 'Issue key': 'OPS-4', Summary: 'Slow', Created: created }
  const other = { 'Issue key': 'OPS-5', Summary: 'Slower', Created: '2024-03-01' }
  expect(mappings.jira!.map([row, other], utc)).toMatchObject({
    records: [{ external_id: 'OPS-5' }],
    left_out: [
      { row: 1, external_id: 'OPS-4', reason: expect.stringContaining(`'${created}' is not a time`) },
    ],
  })
})

test.for<[string, string | undefined]>([
  ['<p>a</p><p>b</p>', 'a\nb'],
  ['a < b', 'a < b'],
  ['&lt;p&gt;a &amp;amp; b&lt;/p&gt;', 'a & b'],
  ['<script>alert(1)</script>x', 'x'],
  ['a<STYLE type="x">\np {}\n</style>b<script><script>c</script>d</script><style>e', 'abde'],
  ['a<b and c<br>d', 'a<b and c\nd'],
  ...['<a', '<script', '<script>', '</script', '<li ', '<br '].map((part): [string, string | undefined] => [
    part.repeat(100_000),
    part.endsWith('>') ? undefined : part.repeat(100_000).trim(),
  ]),
  ['&#128293;&#0;&#xd800;', '🔥'],
  ['<p> </p>', undefined],
])('the HTML %.60s is %.60s as text', ([html, text]) => expect(plain(html)).toBe(text))

test.for<[string, Row[]]>([
  ['id;title\n1;Disk full, again\n', [{ id: '1', title: 'Disk full, again' }]],
  [
    'id;title;state\n1;19" monitor;new\n2;"a;b";new',
    [
      { id: '1', title: '19" monitor', state: 'new' },
      { id: '2', title: 'a;b', state: 'new' },
    ],
  ],
  [
    'id,title,note,note\n1,Disk,,x,\n2',
    [
      { id: '1', title: 'Disk', note: ['', 'x'] },
      { id: '2', title: '', note: ['', ''] },
    ],
  ],
])('the CSV %j is read as it is', ([csv, rows]) => expect(rowsOfCsv(csv)).toEqual(rows))

test('a row of CSV with more cells than columns is refused with its line', () => {
  expect(() => rowsOfCsv('id,title,state\n1,"two\nlines",new\n2,Disk, full,new')).toThrow(
    'line 4 has 4 cells',
  )
})

test.for<[string, RegExp]>([
  ['<!DOCTYPE x [<!ENTITY a "b">]><xml/>', /not the XML of a table/],
  ['<xml><incident>', /ends inside <incident>/],
  ['<xml><incident></xml>', /does not close/],
])('the XML %j is refused', ([xml, message]) => expect(() => rowsOfXml(xml)).toThrow(message))
