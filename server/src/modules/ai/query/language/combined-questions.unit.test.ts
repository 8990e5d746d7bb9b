import { expect, test } from 'vitest'
import { said, understood } from '../../../../../test/questions.ts'
import { spanText } from './describe.ts'

/** Several times, events, negations, fields or nouns in one question: all of them count, or the answer names the lost ones. */
const questions: [question: string, meaning: string][] = [
  // A list does not know who has changed a record.
  [
    'incidents last updated by maria',
    'list: Incidents assigned to maria.okafor@example.com (not used: last updated)',
  ],
  [
    'tickets that maria has touched this week',
    'list: Incidents assigned to maria.okafor@example.com, last updated from 2025-03-10 to 2025-03-16 (not used: touched)',
  ],
  // Times that exclude each other are alternatives.
  ['incidents created in January and February', 'list: Incidents, created from 2025-01-01 to 2025-02-28'],
  [
    'how many incidents in January, February or March',
    'count: Incidents, created from 2025-01-01 to 2025-03-31',
  ],
  ['incidents of this week and last week', 'list: Incidents, created from 2025-03-03 to 2025-03-16'],
  ['incidents resolved on Monday or Tuesday', 'list: Incidents, resolved from 2025-03-10 to 2025-03-11'],
  ['incidents created on Monday and Friday', 'list: Incidents, created on 2025-03-10 (not used: Friday)'],
  [
    'incidents created in January and resolved in February',
    'list: Incidents, created from 2025-01-01 to 2025-01-31, resolved from 2025-02-01 to 2025-02-28',
  ],
  // Events with one time.
  [
    'how many incidents were opened and resolved today',
    'count: Incidents, created on 2025-03-12, resolved on 2025-03-12',
  ],
  ['incidents opened or closed yesterday', 'list: Incidents, closed on 2025-03-11 (not used: opened)'],
  [
    'incidents resolved or closed last week',
    'list: Incidents, closed from 2025-03-03 to 2025-03-09 (not used: resolved)',
  ],
  // Not updated in a period.
  ['incidents not updated today', 'list: Incidents, last updated before 2025-03-12'],
  ['tickets nobody touched this week', 'list: Incidents, last updated before 2025-03-10'],
  ['incidents not updated in the last 3 days', 'list: Incidents, last updated before 2025-03-09 10:30 UTC'],
  [
    'tickets created this week that were not updated since Tuesday',
    'list: Incidents, created from 2025-03-10 to 2025-03-16, last updated before 2025-03-11',
  ],
  // "but" after "all" or "any".
  ['incidents assigned to everyone but bob', 'list: Incidents, not assigned to bob@example.com'],
  ['everything but closed incidents', 'list: Incidents that are not closed'],
  ['all but P4 incidents', 'list: Incidents that are not P4'],
  ['incidents of any team but the service desk', 'list: Incidents, not of Service Desk'],
  ['incidents of all categories but network', 'list: Incidents, not in category network'],
  ['show me all tickets that are open but unassigned', 'list: Open incidents assigned to nobody'],
  // Who has none, and whether there are any.
  ['which teams do not have open P1 tickets', 'stats none by assignment_group: Open P1 incidents'],
  ["which teams don't have any P1 incidents", 'stats none by assignment_group: P1 incidents'],
  ['who does not have open tickets', 'stats none by assigned_to: Open incidents'],
  ['are there no P1 incidents', 'list: P1 incidents'],
  ['do we have no P1s', 'list: P1 incidents'],
  ['no open P1 incident?', 'list: Open P1 incidents'],
  ['are there still no P1 incidents', 'list: P1 incidents'],
  ['all open incidents but P4', 'list: Open incidents that are not P4'],
  ['there are no P1 tickets', 'list: P1 incidents'],
  ['show me no closed tickets', 'list: Incidents that are not closed'],
  ['I want no closed tickets', 'list: Incidents that are not closed'],
  ['no low priority tickets', 'list: Incidents that are not P4'],
  // The end of a range comes after its start, and hours belong to the day beside them.
  [
    'incidents between 9:00 and 17:00',
    'list: Incidents, created from 2025-03-12 09:00 UTC to 2025-03-12 17:00 UTC',
  ],
  [
    'incidents today before noon',
    'list: Incidents, created from 2025-03-12 00:00 UTC to 2025-03-12 12:00 UTC',
  ],
  [
    'incidents resolved between 9:00 and 17:00 yesterday',
    'list: Incidents, resolved from 2025-03-11 09:00 UTC to 2025-03-11 17:00 UTC',
  ],
  ['incidents from 1 to 15 March', 'list: Incidents, created from 2025-03-01 to 2025-03-15'],
  ['incidents from 1 March to 31 March', 'list: Incidents, created from 2025-03-01 to 2025-03-31'],
  ['incidents from 15 December to 5 January', 'list: Incidents, created from 2024-12-15 to 2025-01-05'],
  ['what is due by Friday', 'list: Open incidents, breaching their SLA before 2025-03-15'],
  ['changes planned by Friday', 'list: Changes, planned from 2025-03-12 10:30 UTC to 2025-03-15 00:00 UTC'],
  ['incidents up to yesterday', 'list: Incidents, created before 2025-03-12'],
  ['incidents since 14:00 yesterday', 'list: Incidents, created since 2025-03-11 14:00 UTC'],
  [
    'incidents last night after 22:00',
    'list: Incidents, created from 2025-03-11 22:00 UTC to 2025-03-12 06:00 UTC',
  ],
  ['incidents since 2025-03-10T08:00:30Z', 'list: Incidents, created since 2025-03-10 08:00:30 UTC'],
  // A time beside a longer one is inside it.
  ['incidents created on Monday last week', 'list: Incidents, created on 2025-03-03'],
  ['incidents last week on Monday', 'list: Incidents, created on 2025-03-03'],
  ['incidents since Monday of last week', 'list: Incidents, created since 2025-03-03'],
  ['incidents from Monday to Wednesday last week', 'list: Incidents, created from 2025-03-03 to 2025-03-05'],
  [
    'changes planned from Wednesday to Friday next week',
    'list: Changes, planned from 2025-03-19 to 2025-03-21',
  ],
  ['incidents in January last year', 'list: Incidents, created from 2024-01-01 to 2024-01-31'],
  ['incidents in Q1 of 2024', 'list: Incidents, created from 2024-01-01 to 2024-03-31'],
  ['incidents on Monday last month', 'list: Incidents, created on 2025-03-10 (not used: last month)'],
  ['incidents today, yesterday', 'list: Incidents, created from 2025-03-11 to 2025-03-12'],
  ['incidents on Monday 3 March', 'list: Incidents, created on 2025-03-03'],
  // Before and after another time.
  ['changes planned the day after tomorrow', 'list: Changes, planned on 2025-03-14'],
  ['incidents the week before 1 March', 'list: Incidents, created from 2025-02-22 to 2025-02-28'],
  ['incidents the week before', 'list: Incidents, created from 2025-03-03 to 2025-03-09'],
  [
    'incidents the week before last by team',
    'stats count by assignment_group: Incidents, created from 2025-02-24 to 2025-03-02',
  ],
  ['incidents per day before Monday', 'stats count by day: Incidents, created before 2025-03-10'],
  // Comparisons.
  ['resolved this month compared to last month by team', 'stats count: Incidents (not used: team)'],
  ['which team closed more tickets this month than last month', 'stats count: Incidents (not used: team)'],
  ['P1s this month vs last month vs two months ago', 'stats count: P1 incidents (not used: two months ago)'],
  [
    'did the network team get more P1s than the service desk',
    'stats count by assignment_group: P1 incidents of Network Operations or Service Desk',
  ],
  ['tickets of more people than bob', 'list: Incidents assigned to bob@example.com (not used: more)'],
  ['which categories have more than 10 incidents', 'stats count by category: Incidents (not used: 10)'],
  // Negations.
  [
    'incidents that did not take longer than a day to resolve',
    'list: Incidents, not take longer than a day to resolve',
  ],
  ['incidents not resolved within 4 hours', 'list: Incidents, not resolved within 4 hours'],
  ['incidents except P1 and on hold', 'list: Incidents that are not P1 and not on hold'],
  ['changes not approved by bob', 'list: Changes, not approved by bob@example.com'],
  ['changes that bob did not approve', 'list: Changes, not approved by bob@example.com'],
  ['changes bob has approved', 'list: Changes approved by bob@example.com'],
  ['tickets bob did not open', 'list: Incidents, not opened by bob@example.com'],
  ['non-network incidents', 'list: Incidents, not in category network'],
  ["tickets that aren't resolved", 'list: Open incidents'],
  [
    "tickets that haven't been updated in 3 days",
    'list: Incidents, last updated before 2025-03-09 10:30 UTC',
  ],
  ['incidents created yesterday but not resolved', 'list: Open incidents, created on 2025-03-11'],
  ['incidents that are not P1 or on hold', 'list: Incidents that are not P1 and not on hold'],
  ['incidents leaving out P4', 'list: Incidents that are not P4'],
  ["don't show closed tickets", 'list: Incidents that are not closed'],
  ['tickets that were never reopened', 'list: Incidents, never reopened'],
  ['tickets assigned to nobody but bob', 'list: Incidents assigned to bob@example.com'],
  ['all incidents but INC42', 'list: Incidents (not used: INC42, not)'],
  ['changes that are not high risk', 'list: Changes that are not high-risk'],
  ['stale incidents', 'list: Incidents (not used: stale)'],
  // Outside of a time.
  ['incidents not created today', 'list: Incidents, created before 2025-03-12'],
  ['incidents created not today', 'list: Incidents, created before 2025-03-12'],
  ['changes that are not planned', 'list: Changes (not used: planned)'],
  [
    'incidents resolved this week but not today',
    'list: Incidents, resolved from 2025-03-10 to 2025-03-16, resolved before 2025-03-12',
  ],
  ['incidents no older than a week', 'list: Incidents, created since 2025-03-05 10:30 UTC'],
  ['incidents excluding last week', 'list: Incidents (not used: not last week)'],
  ['changes not planned this week', 'list: Changes (not used: not this week)'],
  // Several names of one field.
  [
    'tickets opened by maria, chen or bob@example.com',
    'list: Incidents opened by maria.okafor@example.com or chen.wei@example.com or bob@example.com',
  ],
  [
    'incidents of the network and platform teams',
    'list: Incidents of Network Operations or Platform Engineering',
  ],
  [
    'incidents of every team except network and database',
    'list: Incidents, not of Network Operations or Database Administration',
  ],
  ['service desk network incidents', 'list: Incidents of Service Desk, in category network'],
  // "or" between fields, and a second noun.
  ['unassigned or P1 incidents', 'list: P1 incidents assigned to nobody (not used: or)'],
  [
    'incidents that are breached or at risk',
    'list: Breached incidents at risk of breaching their SLA (not used: or)',
  ],
  [
    'incidents of the network team or assigned to chen',
    'list: Incidents of Network Operations assigned to chen.wei@example.com (not used: or)',
  ],
  [
    'printer or network incidents',
    'list: Incidents with the words "printer", in category network (not used: or)',
  ],
  ['P1 incidents and P2 changes', 'list: P1 or P2 incidents (not used: changes)'],
  // Recurring times, and parts of periods.
  ['incidents every Monday', 'list: Incidents, created on 2025-03-10 (not used: every)'],
  ['incidents on weekends', 'list: Incidents with the words "weekends"'],
  [
    'incidents in the first week of March',
    'list: Incidents, created from 2025-03-01 to 2025-03-31, oldest first (not used: week)',
  ],
  ['high and low risk changes', 'list: High-risk or low-risk changes'],
  ['average age of resolved incidents', 'stats mean_age: Resolved incidents'],
]

test.for(questions)('%s', ([question, meaning]) => {
  expect(said(understood(question))).toBe(meaning)
})

/** The compared periods of a question, as text. */
function comparedIn(question: string): string[] {
  const understanding = understood(question)
  const { periods = [] } = understanding.kind === 'meaning' ? understanding.meaning : {}
  return periods.map(({ span }) => spanText(span))
}

test.for([
  ['compare this week with the week before', '2025-03-10 to 2025-03-16', '2025-03-03 to 2025-03-09'],
  ['compare last week with the week before that', '2025-03-03 to 2025-03-09', '2025-02-24 to 2025-03-02'],
  [
    'compare the last 7 days with the previous 7 days',
    '2025-03-05 10:30 UTC to 2025-03-12 10:30 UTC',
    '2025-02-26 10:30 UTC to 2025-03-05 10:30 UTC',
  ],
  [
    'compare last 30 days with the 30 days before',
    '2025-02-10 10:30 UTC to 2025-03-12 10:30 UTC',
    '2025-01-11 10:30 UTC to 2025-02-10 10:30 UTC',
  ],
  ['P1s this month vs the previous two months', '2025-03-01 to 2025-03-31', '2025-01-01 to 2025-02-28'],
])('%s', ([question, ...periods]) => {
  expect(comparedIn(question!)).toEqual(periods.map((period) => `from ${period}`))
})

test('a weekday or a date is found however far it is away', () => {
  const on = (now: string, question: string) => said(understood(question, { now: new Date(now) }))
  const lastFriday = 'list: Incidents, created on 2025-03-07'
  expect(on('2025-03-14T10:30:00Z', 'incidents created on friday last week')).toBe(lastFriday)
  expect(on('2026-11-18T10:30:00Z', 'incidents on 29 february')).toBe(
    'list: Incidents, created on 2024-02-29',
  )
})

test('compared periods keep their field, and a named one is compared with the current one', () => {
  const periodsOf = (question: string) => {
    const understanding = understood(question)
    const { periods = [] } = understanding.kind === 'meaning' ? understanding.meaning : {}
    return periods.map(
      ({ field = '', label, span }) => `${field} ${label} ${span.from!.toISOString().slice(0, 7)}`,
    )
  }
  expect(periodsOf('did we close more tickets than in January')).toEqual([
    'closed_at this month 2025-03',
    'closed_at in January 2025-01',
  ])
  expect(periodsOf('compare closed and opened incidents this week')).toEqual([
    'closed_at this week 2025-03',
    'created_at this week 2025-03',
  ])
})
