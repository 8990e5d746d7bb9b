import { expect, test } from 'vitest'
import { chatBody } from './chat.ts'

const incident = {
  id: 'INC0000042',
  url: 'https://desk.example.com/incidents/INC0000042',
  short_description: 'Mail <is> down & *slow* [here](https://evil.example)',
  priority: 'P1',
  state: 'in_progress',
  assignment_group: 'network',
  assigned_to: null,
}
const body = (
  format: 'slack' | 'teams',
  event: Parameters<typeof chatBody>[1],
  more: object = {},
  actor?: string,
) =>
  JSON.parse(chatBody(format, event, JSON.stringify({ ...incident, ...more }), actor)) as Record<
    string,
    unknown
  >

test('a message to Slack has the record with its link, what happened, its title and its facts', () => {
  expect(body('slack', 'incident.created')).toEqual({
    text: [
      '<https://desk.example.com/incidents/INC0000042|INC0000042> created: Mail &lt;is&gt; down &amp; *slow* [here]\u200b(https://evil.example)',
      'priority: P1 · state: in progress · assignment group: network',
    ].join('\n'),
  })
})

test('it says who did it, in plain text; not of what the clock does, nor of decisions', () => {
  const actor = '<!here> *Ada*'
  expect(body('slack', 'incident.resolved', {}, actor).text).toContain('> resolved by &lt;!here&gt; *Ada*: ')
  expect(body('slack', 'incident.priority_changed', {}, actor).text).toContain(
    'has a new priority, set by &lt;',
  )
  expect(JSON.stringify(body('teams', 'incident.created', {}, actor))).toContain(
    String.raw`INC0000042 created by <!here> \\*Ada\\*"`,
  )
  for (const event of ['sla.breached', 'change.approved', 'change.submitted'] as const)
    expect(body('slack', event, {}, actor).text).not.toContain('Ada')
})

test('what changed comes first; long texts and what did not change are left out', () => {
  const changes = {
    priority: { from: 'P3', to: 'P1' },
    assigned_to: { from: null, to: 'erik@example.com' },
    description: { from: 'x'.repeat(300), to: 'y' },
  }
  const { text } = body('slack', 'incident.priority_changed', { changes, assigned_to: 'erik@example.com' })
  expect(text).toContain(
    '\npriority: P3 → P1 · assignee: none → erik@example.com · state: in progress · assignment group: network',
  )
})

test('of new notes the number is told, and of times those that matter', () => {
  const times = { sla_breach_at: '2026-11-20T20:00:59.123Z', breach_at: '2026-11-20T20:00:59.123Z' }
  const changes = {
    state: { from: 'in_progress', to: 'resolved' },
    resolved_at: { from: null, to: '2026-11-20T19:00:00.000Z' },
    work_notes_count: { from: 3, to: 4 },
  }
  expect(body('slack', 'incident.resolved', { ...times, state: 'resolved', changes }).text).toMatch(
    /\nstate: in progress → resolved · new notes: 1 · priority: P1 · assignment group: network$/,
  )
  expect(body('slack', 'sla.breach_warning', times).text).toMatch(/ · SLA due: 2026-11-20 20:00 UTC$/)
})

test('a decision has its author and comment, and what awaits one has its times', () => {
  const change = { id: 'CHG0000001', url: 'https://desk.example.com/changes/CHG0000001', state: 'rejected' }
  const decisions = [{ decision: 'rejected', by: 'eve@example.com', comment: 'No backout plan:\nadd one' }]
  expect(body('slack', 'change.rejected', { ...change, approval: { decisions } }).text).toContain(
    '\ndecided by: eve@example.com · comment: No backout plan: add one · priority: P1',
  )
  const planned = {
    requested_by: 'ada@example.com',
    planned_start: '2026-11-20T20:00:00.000Z',
    planned_end: null,
  }
  const submitted = body('slack', 'change.submitted', { ...change, ...planned, approval: { decisions } })
  expect(submitted.text).toMatch(/ · requested by: ada@example.com · planned start: 2026-11-20 20:00 UTC$/)
  expect(submitted.text).not.toContain('decided by')
})

test('nobody can mention everybody or add a line through a title', () => {
  const { text } = body('slack', 'sla.breached', { short_description: '<!channel>\nINC0000001 is solved' })
  expect(text).toMatch(/has breached its SLA: &lt;!channel&gt; INC0000001 is solved\n/)
  const plain = body('slack', 'incident.created', {
    short_description: '@all: mail to ada@example.com (@here)',
  })
  expect(plain.text).toContain('@\u200ball: mail to ada@example.com (@\u200bhere)\n')
})

test('a message to Teams is an adaptive card with a button, and its texts are no Markdown', () => {
  const { attachments } = body('teams', 'incident.resolved', { test: true }) as {
    attachments: { content: { body: { text?: string; facts?: object[] }[]; actions: object[] } }[]
  }
  const { body: blocks, actions } = attachments[0]!.content
  expect(blocks[0]!.text).toBe('INC0000042 resolved (test)')
  expect(blocks[1]!.text).toBe(String.raw`Mail <is> down & \*slow\* \[here\]\(https://evil.example\)`)
  expect(blocks[2]!.facts).toContainEqual({ title: 'state', value: 'in progress' })
  expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open INC0000042', url: incident.url }])
})

test('a configuration item is named', () => {
  const ci = {
    id: 'CI0000007',
    url: 'https://desk.example.com/cmdb/CI0000007',
    name: 'db01',
    class: 'server',
  }
  expect(JSON.parse(chatBody('slack', 'ci.discovered', JSON.stringify(ci)))).toEqual({
    text: '<https://desk.example.com/cmdb/CI0000007|CI0000007> discovered: db01\nclass: server',
  })
})
