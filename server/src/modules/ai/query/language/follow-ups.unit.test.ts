import { expect, test } from 'vitest'
import { said, saidInTurn, understood } from '../../../../../test/questions.ts'

/** What is said of the same field takes the place of what was said before; "also" adds to it. */
const conversations: [question: string, meaning: string][][] = [
  [
    ['incidents resolved last week', 'list: Incidents, resolved from 2025-03-03 to 2025-03-09'],
    ['and the week before?', 'list: Incidents, resolved from 2025-02-24 to 2025-03-02'],
  ],
  [
    ['incidents of this month', 'list: Incidents, created from 2025-03-01 to 2025-03-31'],
    ['and the month before?', 'list: Incidents, created from 2025-02-01 to 2025-02-28'],
  ],
  [
    ['open incidents', 'list: Open incidents'],
    ['no P4 tickets', 'list: Open incidents that are not P4'],
  ],
  [
    ['how many open incidents are there?', 'count: Open incidents'],
    ['and P2?', 'count: Open P2 incidents'],
    ['only those of the network team', 'count: Open P2 incidents of Network Operations'],
    ['which of them are unassigned?', 'list: Open P2 incidents of Network Operations assigned to nobody'],
    ['show the oldest', 'list: The oldest open P2 incident of Network Operations assigned to nobody'],
    ['how many?', 'count: Open P2 incidents of Network Operations assigned to nobody'],
  ],
  [
    ['open incidents', 'list: Open incidents'],
    ['and the resolved ones?', 'list: Resolved incidents'],
    ['per group?', 'stats count by assignment_group: Resolved incidents'],
    [
      'and last week?',
      'stats count by assignment_group: Resolved incidents, created from 2025-03-03 to 2025-03-09',
    ],
  ],
  [
    ['open incidents of the network team', 'list: Open incidents of Network Operations'],
    ['how many are P3?', 'count: Open P3 incidents of Network Operations'],
    ['not on hold', 'count: Open P3 incidents of Network Operations that are not on hold'],
    [
      'who has the most?',
      'stats count by assigned_to: Open P3 incidents of Network Operations that are not on hold',
    ],
    [
      'no, I meant P2',
      'stats count by assigned_to: Open P2 incidents of Network Operations that are not on hold',
    ],
  ],
  [
    ['P1 incidents', 'list: P1 incidents'],
    ['also P2', 'list: P1 or P2 incidents'],
    ['what about P3?', 'list: P3 incidents'],
    ['without the network team', 'list: P3 incidents, not of Network Operations'],
    ['list them', 'list: P3 incidents, not of Network Operations'],
  ],
  [
    ['incidents of bob', 'list: Incidents assigned to bob@example.com'],
    ['also those of chen', 'list: Incidents assigned to bob@example.com or chen.wei@example.com'],
    [
      'not bob',
      'list: Incidents assigned to bob@example.com or chen.wei@example.com, not assigned to bob@example.com',
    ],
  ],
  [
    ['incidents resolved last week', 'list: Incidents, resolved from 2025-03-03 to 2025-03-09'],
    ['and this week?', 'list: Incidents, resolved from 2025-03-10 to 2025-03-16'],
    ['how many of them were P1?', 'count: P1 incidents, resolved from 2025-03-10 to 2025-03-16'],
  ],
  [
    ['open incidents of the network team', 'list: Open incidents of Network Operations'],
    ['and the changes?', 'list: Open changes of Network Operations'],
    ['and next week?', 'list: Open changes of Network Operations, planned from 2025-03-17 to 2025-03-23'],
  ],
  [
    ['what changed on db01 yesterday?', 'changes_on: Changes on db01 with activity on 2025-03-11'],
    ['and last week?', 'changes_on: Changes on db01 with activity from 2025-03-03 to 2025-03-09'],
    ['and incidents?', 'list: Incidents on db01, created from 2025-03-03 to 2025-03-09'],
  ],
  [
    ['unassigned incidents about vpn', 'list: Incidents assigned to nobody with the words "vpn"'],
    ['how many changes are planned tomorrow?', 'count: Changes, planned on 2025-03-13'],
  ],
  [
    ['unassigned incidents about vpn', 'list: Incidents assigned to nobody with the words "vpn"'],
    ['open P1s of the network team', 'list: Open P1 incidents of Network Operations'],
  ],
  [
    ['INC0000042', 'show all of INC0000042'],
    ['who works on it?', 'show people of INC0000042'],
    ['why is it breached?', 'show sla of INC0000042'],
    ['history', 'show history of INC0000042'],
  ],
  [
    [
      'incidents per category this month',
      'stats count by category: Incidents, created from 2025-03-01 to 2025-03-31',
    ],
    ['only P1', 'stats count by category: P1 incidents, created from 2025-03-01 to 2025-03-31'],
    ['by group', 'stats count by assignment_group: P1 incidents, created from 2025-03-01 to 2025-03-31'],
  ],
  [
    ['open incidents', 'list: Open incidents'],
    ['of the network team?', 'list: Open incidents of Network Operations'],
    ['of the foobar team?', 'invalid: There is no group called "foobar".'],
    ['and those of the service desk?', 'list: Open incidents of Service Desk'],
    ['how do I unlock an account?', 'knowledge'],
    ['and P1?', 'list: Open P1 incidents of Service Desk'],
  ],
]

test.for(conversations.map((turns) => ({ title: turns.map(([question]) => question).join(' … '), turns })))(
  '$title',
  ({ turns }) => {
    expect(saidInTurn(turns.map(([question]) => question))).toEqual(turns.map(([, meaning]) => meaning))
  },
)

test.for(['who works on it?', 'why is it breached?', 'is it resolved?', 'when was this incident opened?'])(
  '"%s" needs a record to be about',
  (question) => {
    expect(said(understood(question))).toMatch(/^invalid: I do not know which record/)
    const record = { type: 'incident', id: 'INC0000007' } as const
    expect(said(understood(question, { record }))).toMatch(/^show \w+ of INC0000007$/)
  },
)

test.for(['and P2?', 'which of them are unassigned?', 'only those of the network team'])(
  '"%s" without anything before it stands for incidents',
  (question) => {
    expect(said(understood(question))).toMatch(/^list: .*incidents/i)
  },
)

test('a question leaves what was understood before as it was', () => {
  const first = understood('P1 incidents')
  const before = first.kind === 'meaning' ? first.meaning : undefined
  const kept = structuredClone(before)
  understood('also P2 of the network team', { before: before! })
  expect(before).toEqual(kept)
})
