import type { Aspect, GroupField, Noun, Sort, TimeField, ValueField } from './meaning.ts'
import type { Grade, Plain, Sense } from './sense.ts'

/** A line of phrases with commas between them, and what each of them says. */
type Entry = [phrases: string, sense: Sense]

const nouns: Entry[] = (
  [
    ['incident, incidents, ticket, tickets, issue, issues, problem, problems, case, cases', 'incident'],
    ['change, changes, change request, change requests, rfc, rfcs', 'change'],
    ['request, requests, service request, service requests, order, orders', 'request'],
    ['ci, cis, configuration item, configuration items, asset, assets, device, devices', 'ci'],
    ['article, articles, knowledge article, knowledge articles, kb article, kb articles, guides', 'article'],
  ] as [string, Noun][]
).map(([phrases, noun]) => [phrases, { is: 'noun', noun }])

const asks: Entry[] = [
  [
    'show, show me, list, give me, display, find, find me, get me, search, search for',
    { is: 'ask', intent: 'list' },
  ],
  [
    'are there, is there, are there any, is there any, do we have, do we have any',
    { is: 'ask', intent: 'list' },
  ],
  ['how many, number of, count, count of, total number of', { is: 'ask', intent: 'count' }],
  [
    `what changed, what has changed, what was changed, what have we changed, what happened, what has happened, what is new,
    what is going on, what going on, what is happening, what happening,
    did anything change, has anything changed, was anything changed, did anything happen, anything changed`,
    { is: 'ask', intent: 'changes_on' },
  ],
  [
    `mean time to resolve, mean time to resolution, mean resolution time, average resolution time, average time to resolve,
    average time to resolution, mttr, resolution time, time to resolve, how long, how quickly, how fast, how long does it take,
    how long did it take, how long does it take to resolve, how long did it take to resolve, how long do we take to resolve`,
    { is: 'measure', measure: 'mean_time' },
  ],
  [
    'median, median time to resolve, median time to resolution, median resolution time',
    { is: 'measure', measure: 'median_time' },
  ],
]

const fields: Entry[] = (
  [
    [
      'group, groups, team, teams, assignment group, assignment groups, support group, queue, queues',
      'assignment_group',
    ],
    ['assignee, assignees, agent, agents, engineer, engineers, person, people, owner, owners', 'assigned_to'],
    ['category, categories, topic, topics', 'category'],
    ['subcategory, subcategories', 'subcategory'],
    ['priority, priorities, prio, severity', 'priority'],
    ['state, states, status', 'state'],
    ['risk, risks', 'risk'],
    ['type, types, kind, kinds', 'type'],
    ['class, classes', 'class'],
    ['item, items', 'item'],
    ['environment, environments', 'environment'],
    ['criticality', 'criticality'],
    ['day, days, daily', 'day'],
    ['week, weeks, weekly', 'week'],
    ['month, months, monthly', 'month'],
    ['caller, callers, reporter, reporters, requester, requesters', 'opened_by'],
  ] as [string, GroupField][]
).map(([phrases, field]) => [phrases, { is: 'field', field }])

const conditions: Entry[] = (
  [
    [
      'open, unresolved, unsolved, outstanding, active, ongoing, current, not resolved, not solved',
      'condition',
      'open',
    ],
    ['not yet resolved, not fixed, unfinished', 'condition', 'open'],
    ['overdue, past due, late, out of sla', 'condition', 'overdue'],
    [
      'breached, breach, breaches, breached sla, breached the sla, breached their sla, in breach',
      'condition',
      'breached',
    ],
    ['sla breach, sla breaches, missed the sla, missed sla, missed their sla', 'condition', 'breached'],
    [
      'about to breach, close to breach, close to breaching, near breach, at risk, breaching soon',
      'condition',
      'at_risk',
    ],
    [
      'going to breach, will breach, at risk of breach, at risk of breaching, breach soon',
      'condition',
      'at_risk',
    ],
    ['ever reopened, were reopened, that were reopened, that have been reopened', 'condition', 'reopened'],
    [
      'unassigned, not assigned, assigned to nobody, assigned to no one, not assigned to anyone',
      'assigned_to',
    ],
    ['nobody works on, nobody is working on, no one works on, no one is working on, unowned', 'assigned_to'],
    ['not assigned to a group, not assigned to any group, not assigned to a team', 'assignment_group'],
    ['uncategorised, uncategorized', 'category'],
    ['major', 'priority', 'P1'],
    ['urgent', 'priority', 'P1', 'P2'],
    ['low risk, low-risk', 'risk', 'low'],
    ['medium risk, medium-risk', 'risk', 'medium'],
    ['high risk, high-risk, risky', 'risk', 'high'],
    ['emergency', 'type', 'emergency'],
    ['standard', 'type', 'standard'],
    ['normal', 'type', 'normal'],
    ['production, in production, prod', 'environment', 'production'],
    ['staging', 'environment', 'staging'],
    ['test', 'environment', 'test'],
    ['i opened, i reported, i raised, i created, i submitted, i requested', 'opened_by', 'me'],
  ] as [string, ValueField, ...string[]][]
).map(([phrases, field, ...values]) => [phrases, { is: 'condition', field, values }])

/** What is not lacking. */
const present: Entry[] = [
  [
    'assigned, with an assignee, with assignee, with an owner',
    { is: 'condition', field: 'assigned_to', values: [], is_negated: true },
  ],
  ['with a group, with a team', { is: 'condition', field: 'assignment_group', values: [], is_negated: true }],
  [
    'caused by changes, caused by a change, linked to a change, linked to changes, with a change',
    { is: 'condition', field: 'change_id', values: [], is_negated: true },
  ],
  ['with a ci', { is: 'condition', field: 'ci_id', values: [], is_negated: true }],
  [
    'categorised, categorized, with a category',
    { is: 'condition', field: 'category', values: [], is_negated: true },
  ],
]

const grades: Entry[] = (
  [
    ['critical, critical priority', 'critical'],
    ['high, high priority', 'high'],
    ['medium, moderate, medium priority', 'medium'],
    ['low, low priority, minor', 'low'],
  ] as [string, Grade][]
).map(([phrases, grade]) => [phrases, { is: 'grade', grade }])

const states: Entry[] = (
  [
    ['new', 'new'],
    ['in progress, in-progress, in_progress, being worked on, wip, under way, underway', 'in_progress'],
    ['on hold, on-hold, on_hold, paused, waiting', 'on_hold'],
    ['waiting for the user, waiting for the customer, waiting for a reply, waiting for an answer', 'on_hold'],
    ['resolved, solved, fixed', 'resolved'],
    ['closed', 'closed'],
    ['cancelled, canceled', 'cancelled'],
    ['reopened, re-opened', 'reopened'],
    ['draft, drafts', 'draft'],
    ['submitted, awaiting approval, waiting for approval, pending approval, to be approved', 'submitted'],
    ['approved', 'approved'],
    ['rejected, declined', 'rejected'],
    ['scheduled', 'scheduled'],
    ['implementing, being implemented, in implementation', 'implementing'],
    ['in review, under review', 'review'],
    ['in fulfillment, in fulfilment, in_fulfillment, being fulfilled', 'in_fulfillment'],
    ['fulfilled, delivered', 'fulfilled'],
    ['published', 'published'],
    ['retired', 'retired'],
    ['operational', 'operational'],
    ['in maintenance, under maintenance', 'maintenance'],
    ['pending', 'pending'],
  ] as [string, string][]
).map(([phrases, state]) => [phrases, { is: 'state', state }])

const events: Entry[] = (
  [
    ['created, opened, raised, reported, logged, arrived, came in, received', 'created_at'],
    ['updated, modified, touched, changed, edited, last updated', 'updated_at'],
    ['planned, upcoming, taking place, happening', 'window'],
    ['due, breaching', 'sla_breach_at'],
  ] as [string, TimeField][]
).map(([phrases, field]) => [phrases, { is: 'event', field }])

const people: Entry[] = [
  ['assigned to, owned by, handled by, worked on by, held by', { is: 'role', field: 'assigned_to' }],
  [
    'opened by, reported by, raised by, created by, logged by, requested by, requested for, submitted by',
    { is: 'role', field: 'opened_by' },
  ],
  ['me, myself', { is: 'me' }],
  ['my, mine, am i working on, do i have, do i own', { is: 'mine' }],
  ['my team, my teams, my group, my groups, our team, our group', { is: 'my_team' }],
]

const sorts: Entry[] = (
  [
    ['oldest, longest, earliest, oldest first, first, sorted by age', 'created_at', 'asc'],
    [
      'newest, latest, most recent, recent, last, newest first, latest first, most recent first',
      'created_at',
      'desc',
    ],
    ['recently updated, most recently updated, recently changed', 'updated_at', 'desc'],
    ['least recently updated, stalest', 'updated_at', 'asc'],
    [
      'highest priority, most important, most severe, worst, sorted by priority, ordered by priority',
      'priority',
      'asc',
    ],
    ['lowest priority, least important', 'priority', 'desc'],
    ['next to breach, soonest to breach', 'sla_breach_at', 'asc'],
    ['next', 'planned_start', 'asc'],
  ] as [string, Sort['by'], Sort['order']][]
).map(([phrases, by, order]) => [phrases, { is: 'sort', sort: { by, order } }])

const aspects: Entry[] = (
  [
    ['history, timeline, audit trail', 'history'],
    ['notes, note, comments, comment, work notes', 'notes'],
    ['sla, why, deadline, time left', 'sla'],
    ['who works on, who is working on, who owns, who handles, who is assigned to, working on', 'people'],
    ['when, how old', 'times'],
    ['summary, details, summarise, summarize, describe, tell me about', 'all'],
    ['next step, next steps, what can i do with, what can be done with', 'steps'],
    ['approval, approvals, approver, approvers, who approved, who rejected', 'approval'],
  ] as [string, Aspect][]
).map(([phrases, aspect]) => [phrases, { is: 'aspect', aspect }])

const plain: Entry[] = (
  [
    ['most, busiest, most common, most frequent, most often, top', 'most'],
    ['per, by, for each, for every, grouped by, group by, broken down by, breakdown by, in each', 'per'],
    ['not, no longer, except, except for, excluding, other than, but not, apart from, non, neither', 'not'],
    ["isn't, aren't, wasn't, weren't, hasn't, haven't, don't, doesn't, and not, nor", 'not'],
    ['without, without a, without an, without any, no, have no, has no, with no, lacking', 'without'],
    [
      'about, regarding, concerning, mentioning, mention, mentions, containing, contain, contains, with the word, with the words',
      'about',
    ],
    ['involving, related to, called, named, titled, matching', 'about'],
    [
      'on, affecting, for, of, in, at, from, with, to, against, linked to, caused by, due to, attached to',
      'place',
    ],
    ['them, those, these, they, ones, all of them, of them, of those, of these', 'they'],
    ['it, this, that, this one, that one, this incident, that incident, this ticket, that ticket', 'it'],
    ['this change, that change, this request, that request, this article, this ci, that ci', 'it'],
    ['or worse, or higher, or above, and above, and higher, and up', 'worse'],
    ['or better, or lower, or below, and below, and lower, and down', 'better'],
    ['and, or, what about, how about, and what about, only, just, but, then', 'link'],
    ['vs, versus, compare, compared to, compared with', 'versus'],
    ['all, every, ever, overall, in total, altogether, of all time', 'everything'],
    ['also, too, as well, include, including, plus', 'also'],
    ['which, what', 'which'],
    ['who', 'who'],
    [
      `how do i, how do you, how do we, how to, how can i, how can we, how does, how should, why do, why does, why did,
      why can, why are, what should i, what should we, what do i do, where do i, where can i, what does, should i, explain,
      can i, may i`,
      'how',
    ],
    ['help, what can you do, what can i ask, hello, hi, hey, thanks, thank you', 'help'],
    [
      `a, an, the, is, are, was, were, be, been, being, there, any, some, have, has, had, do, does, did, we, us,
      our, i, you, your, please, can, could, would, will, now, currently, right now, at the moment, so far, still, yet,
      already, record, records, as, than, if, so, their, its, am, that are, that is, that have, that were, that was, who are,
      which are, which is, which have, which were, what are, what is, what were, what was, sorted, ordered, did we, tell me,
      let me see, i want to see, i want, want, need, need to, i need, let me, see, get, know, up, come, come in, until now, whose`,
      'filler',
    ],
  ] as [string, Plain][]
).map(([phrases, is]) => [phrases, { is }])

export const entries: Entry[] = [
  nouns,
  asks,
  fields,
  conditions,
  present,
  grades,
  states,
  events,
  people,
  sorts,
  aspects,
  plain,
].flat()
