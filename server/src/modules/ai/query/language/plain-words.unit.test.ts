import { expect, test } from 'vitest'
import { said, understood } from '../../../../../test/questions.ts'

/** What the network of ADR 0054 was taught to write; one of each form. */
const sentences = `open incidents
  all incidents
  open P1 incidents
  on hold incidents of the Service Desk team
  open incidents assigned to Chen Wei
  incidents opened by maria
  unassigned new incidents
  open database incidents
  incidents on db01
  incidents about "scanner hall 2"
  open incidents not P3 or P4
  incidents not assigned to Chen Wei
  incidents not of the Plant IT team
  incidents created last week
  incidents resolved last week
  incidents closed yesterday
  incidents cancelled this month
  incidents breaching today
  open incidents not updated since Monday
  open incidents older than 5 days
  incidents that took longer than 2 days
  incidents resolved within 4 hours
  incidents reopened more than once
  open incidents without notes
  open incidents without a ci
  incidents linked to a change
  incidents marked as duplicates
  overdue incidents
  open incidents at risk
  my open incidents
  the 10 oldest open incidents
  open incidents sorted by priority
  changes planned this weekend
  emergency changes created last month
  submitted changes
  backed out changes
  changes per result
  requests requested for Chen Wei
  servers in production
  draft articles
  articles not updated in 6 months
  how many open P1 incidents
  incidents created last month per category
  open incidents per assignee
  open incidents per ci
  which teams have no open incidents
  average time to resolve P1 incidents per group
  median time to resolve database incidents
  average age of open incidents
  percentage of open incidents in category printing
  compare incidents this month with last month
  history of INC42
  who works on INC42
  why is INC42 breached
  who approved CHG7`
  .split('\n')
  .map((line) => line.trim())

test.for(sentences)('these plain words are understood completely: %s', (sentence) => {
  expect(said(understood(sentence))).toMatch(/^(?:list|count|stats|show)\b/)
  expect(said(understood(sentence))).not.toContain('not used')
})
