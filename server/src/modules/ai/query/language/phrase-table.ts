/**
 * The meaning of each phrase: `kind value: phrases`, continued by indented lines; `=` stands for the phrase itself. Plurals of
 * nouns and fields are recognised too. A `value` row without a value means an empty field, `any` a field with a value.
 */
export const phraseTable = `
noun incident: incident, inc, ticket, issue, problem, problem record, problem ticket, case, alert, alarm
noun change: change, chg, change request, rfc
noun request: request, req, service request, order
noun ci: ci, configuration item, asset, device, system, machine, host, cmdb
noun article: article, knowledge article, kb article, guide
ask list: list of, show, show me, list, give me, gimme, display, find, find me, get me, pull up, bring up, search,
  search for, are there, is there, do we have
ask count: how much, total of, amount of, how many, number of, count, count of, total number of
ask changes_on: what changed, what has changed, what was changed, what have we changed, what happened, what has
  happened, what is new, what is going on, what going on, what is happening, what happening, did anything change, did
  anything happen, anything changed
measure mean_time: avg resolution time, avg time to resolve, average time to fix, turnaround time, mean time to
  resolve, mean time to resolution, mean resolution time, average resolution time, average time to resolve, average
  time to resolution, mttr, resolution time, time to resolve, time to resolution, how long, how quickly, how fast, how
  long does it take, how long did it take, how long does it take to resolve, how long did it take to resolve, how long
  do we take to resolve, who was faster, who is faster, which was faster, which is faster, which one was faster, which
  one is faster, who was quicker, takes the longest, takes the longest to resolve, takes the longest to fix
measure mean_age: average age, avg age, mean age
measure share: percentage of, what percentage of, percent of, what percent of, how many percent of, share of, what
  share of, proportion of, what proportion of
measure median_time: median, median time to resolve, median time to resolution, median resolution time
field =: subcategory, risk, class, item, environment, criticality
field assignment_group: group, team, assignment group, support group, queue
field assigned_to: assignee, agent, engineer, person, owner, people
field category: category, topic
field item: catalogue item, catalog item
field priority: priority, prio, severity
field state: state, status
field location: location, site
field close_code: result, outcome, close code
field type: type, kind
field day: day, daily
field week: week, weekly
field month: month, monthly
field weekday: weekday, day of the week
field hour: hour, hour of the day, time of day
field opened_by: caller, reporter, requester
value condition open: open, backlog, unresolved, unsolved, outstanding, active, ongoing, current, not resolved, not
  solved, not yet resolved, not fixed, unfinished, not done, not yet done, not finished, not yet finished, not
  completed, not yet completed, not sorted, not yet sorted
value condition overdue: overdue, past due, late, too late, out of sla
value condition breached: past their sla, beyond the sla, over their sla, violated, violated the sla, past their
  deadline, blown their sla, breached, breach, breaches, breached sla, in breach, sla breach, sla breaches, did not
  meet the sla, outside the sla, missed the sla
value condition at_risk: nearly breached, almost breached, about to miss the sla, near the deadline, close to the
  deadline, about to breach, close to breach, close to breaching, near breach, at risk, breaching soon, going to
  breach, will breach, at risk of breach, at risk of breaching, breach soon
value condition reopened: ever reopened, were reopened, that were reopened, that have been reopened
value assigned_to: unassigned, ownerless, not taken, nobody owns, nobody is on, nobody is handling, up for grabs,
  nobody, no one, unclaimed, not picked up, nobody has picked up, not assigned, never assigned, not assigned to
  anyone, nobody works on, nobody is working on, unowned, without owner, nobody has taken, nobody is looking at
value assigned_to any: assigned, assigned to somebody, assigned to someone, assigned to anybody, assigned to anyone,
  with an assignee, with an owner
value assignment_group: not assigned to a group, not assigned to any group, not assigned to a team
value assignment_group any: with a group, with a team
value category: uncategorised, uncategorized
value category any: categorised, categorized, with a category
value change_id any: with a change
value duplicate_of any: marked as duplicates, flagged as duplicates, marked as a duplicate, flagged as a duplicate
value close_code successful: successful, successfully
value close_code failed: unsuccessful, unsuccessfully
value close_code backed_out: backed out, rolled back
value ci_id any: with a ci
value priority P1: major, top priority
value priority P1 P2: urgent
value risk low: low risk
value risk medium: medium risk
value risk high: high risk, risky
value type =: emergency, standard, normal
value environment =: staging, test
value environment production: production, in production, prod
value approved_by me: i approved, i have approved, i signed off
value opened_by me: i opened, i reported, i raised, i created, i submitted, i requested
grade critical: critical-priority, critical
grade high: high-priority, high prio, high severity, high
grade medium: medium-priority, medium prio, medium, moderate
grade low: low-priority, low prio, low, minor
state =: new, approved, scheduled, published, retired, operational, pending
state in_progress: in the works, being handled, being investigated, in progress, being worked on, wip, under way,
  underway
state approved: signed off, waiting for fulfillment, waiting for fulfilment, awaiting fulfillment, waiting to be fulfilled
state on_hold: blocked, stuck, waiting on the customer, waiting on customers, waiting for customers, waiting for
  users, waiting on the vendor, waiting for vendors, waiting for the vendor, on hold, paused, waiting, waiting for the
  user, waiting for the customer, waiting for a reply, waiting for an answer
state resolved: resolved, solved, fixed
state closed: closed, finished, completed, done
state cancelled: cancelled, canceled
state reopened: reopened, re-opened
state draft: draft, drafts
state submitted: submitted, waiting to be approved, awaiting approval, waiting for sign-off, needing approval,
  unapproved, not approved, not yet approved, not approved yet, waiting for approval, pending approval, waiting for
  somebody approval, waiting for someone approval, waiting for someone to approve, to be approved, pending approvals,
  open approvals, outstanding approvals, nobody approved, without approval
state rejected: rejected, declined, turned down, refused, denied
state implementing: implementing, being implemented, in implementation
state review: in review, under review
state in_fulfillment: in fulfillment, in fulfilment, being fulfilled
state fulfilled: fulfilled, delivered
state maintenance: in maintenance, under maintenance
state in_repair: in repair, being repaired
event created_at: registered, requested, created, opened, raised, reported, logged, arrived, came in, come in,
  received, receive
event updated_at: updated, modified, touched, changed, edited, last updated, no update, no updates, no activity,
  nobody updated, nobody touched, never updated, never been updated, never touched, untouched, stale, idle, reviewed,
  nobody reviewed
event window: implemented, executed, planned, upcoming, coming up, coming soon, taking place, happening, happen, take
  place
event sla_breach_at: due, breaching
role assigned_to: assigned to, owned by, handled by, worked on by, held by, nobody but, nobody except
role approved_by: approved by, signed off by
role opened_by: opened by, reported by, raised by, created by, logged by, requested by, requested for, submitted by
sort created_at asc: oldest, longest, longest running, earliest, oldest first, first, sorted by age, sort by age, by
  age
sort created_at desc: newest, latest, most recent, recent, last, newest first, latest first, most recent first
sort updated_at desc: recently updated, most recently updated, recently changed
sort updated_at asc: least recently updated, stalest
sort priority asc: most urgent first, most urgent, urgent first, highest priority, most important, most severe, worst,
  sorted by priority, ordered by priority, sort by priority, order by priority
sort priority desc: lowest priority, least important
sort sla_breach_at asc: next to breach, soonest to breach
sort planned_start asc: next
aspect history: history, timeline, audit trail
aspect notes: notes, note, comments, comment, work notes
aspect sla: sla, slas, why, deadline, time left, in time, on time, within sla
aspect people: who works on, who is working on, who owns, who handles, who is assigned to, working on
aspect times: when, how old, since when
aspect summary: summary, summarise, summarize
aspect all: details, describe, tell me about, who opened, who reported, who raised, who requested, who opens, who
  reports, who raises, who requests
aspect similar: similar, similar to, duplicates, duplicates of, duplicate of, seen before, happened before
aspect steps: next step, next steps, what can i do with, what can be done with
aspect approval: approval, approvals, approver, approvers, who approved, who rejected
me: me, myself
mine: my, mine, am i, am i assigned, am i assigned to, am i working on, do i have, do i own
my_team: my team, my teams, my group, my groups, our team, our group
most: biggest, largest, highest number of, largest number of, most, busiest, most common, most frequent, most often,
  top
per: each, across, across the, across all, per, by, for each, for every, split by, grouped by, group by, broken down
  by, breakdown by, in each
not: not, no longer, non, neither, nor, except, except for, excluding, exclude, other than, apart from, aside from,
  besides, minus, ignore, ignoring, hide, skip, skipping, omitting, leave out, leaving out, with the exception of, not
  counting, not including, without counting, not show, not show me, not include, drop the, take out the
without: without, without a, no, have no, has no, with no, lacking
about: the word, the words, about, regarding, concerning, mentioning, mention, mentions, containing, contain,
  contains, with the word, with the words, involving, related to, called, named, titled, matching
place: on, affecting, touching, touch, affect, affects, hitting, for, of, in, at, from, with, to, against, linked to,
  caused by, due to, attached to, connected to, related to a, related to an, related to any
they: them, those, these, they, ones, all of them, of them, of those, of these
it: it, on it, about it, for it, there, this, that, this one, that one, this incident, that incident, this ticket,
  that ticket, this change, that change, this request, that request, this article, this ci, that ci
link: same for, the same for, same thing for, same but for, now for, no i meant, no i mean, i meant, i mean, sorry,
  and, or, what about, how about, only, just, but, then
versus: vs, versus, compare, compared to, compared with
everything: open or closed, open and closed, closed or open, closed and open, open or not, closed ones too, including closed, including closed ones, closed too, closed ones as well, all, every,
  ever, overall, in total, altogether, of all time
also: also, too, as well, include, including, plus
which: which, which of, what
who: who
how: what is a, what is an, how do i, how do you, how do we, how to, how can i, how can we, how does, how should, why
  do, why does, why did, why can, why are, what should i, what should we, what do i do, where do i, where can i, what
  does, should i, explain, can i, may i, how do users, how can users, how does one, is there a workaround for,
  workaround for, is there a fix for, is there a solution for
help: help, what can you do, what can i ask, hello, hi, hey, thanks, thank you
filler: on average, to resolve, very much, a lot, currently, good morning, good afternoon, good evening, looking for,
  so kind as to, else, somebody, someone, something, take, takes, a, an, the, is, are, was, were, be, been, being,
  any, some, have, has, had, do, does, did, we, us, our, i, you, your, please, can, could, would, will, now, right
  now, at the moment, so far, still, yet, already, record, records, as, than, if, so, their, its, am, that are, that
  is, that have, that were, that was, who are, which are, which is, which have, which were, what are, what is, what
  were, what was, sorted, ordered, tell me, want, need, let me, see, get, know, up, come, until now, whose, recently,
  lately, anything, everything, anybody, anyone, everybody, everyone, things, stuff, like, quick overview of, overview
  of, full story of, sitting, really, actually, maybe, perhaps, pls, plz, just now, got, attached, i'd, kindly,
  earlier, id, whats, what's, everything that, anything that, breakdown of, split of, distribution of, own, owns, all
  that, usually, typically, normally`
