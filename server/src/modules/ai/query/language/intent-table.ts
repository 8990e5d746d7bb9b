/**
 * Intents with example questions: `intent field=value: example | example`, continued by indented lines. A question has the
 * intent of the nearest example. Names are replaced by their kind first, so that "who works on pg-erp" is compared as "who
 * works on the system".
 */
export const intentTable = `
records: open incidents of the team | show me all open tickets | which tickets are waiting | what is the colleague
  working on | incidents that are not resolved | what came in today | what is on the plate of the colleague |
  everything that is on hold | tickets about printers | articles about passwords | servers in production | which
  databases do we have | changes on the system | everything assigned to the colleague | the colleague's queue | does
  the colleague have anything open | what is left for the team | what was reopened last month | what is in the queue
  of the team | what did the colleague resolve this week | tickets nobody is looking at | resolved tickets of the team
  | tickets of the team | systems of the team | alerts of today | workload of the team | which systems does the
  colleague own | P1 this month | P1 incidents last week | is the colleague busy
records intent=list noun=incident implies=open: is anything critical open right now | is anything broken at the moment
  | any outages right now | what is broken on the system | is the system down | is there an incident for the system |
  any major incidents | trouble with the system | is anything going on with the system | is the system having issues |
  what broke overnight | anything urgent for the system | is the system ok | how is the system doing | any alarms on
  the system
records intent=list noun=incident implies=urgent: what is on fire | what is on fire right now | what is burning |
  anything burning at the moment | where are the fires | what is most urgent right now
records intent=list noun=incident implies=mine: what is on my plate | what should I work on | what do I have to do
  today | what should I look at first | my work | my queue | what is assigned to me | what should I do next | which
  ticket should I take first
records intent=list noun=change implies=submitted: pending approvals | what do I have to approve | is anything waiting
  for my decision | which changes still need a decision | changes that nobody has approved yet
records intent=list noun=change implies=planned: is there a maintenance window on the system soon | what maintenance
  is coming up | when is the next maintenance of the system | what is planned this week | planned work on the system |
  what changes are coming up | what is scheduled for tomorrow | is anything planned on the system | what will be
  changed this weekend
records intent=list noun=incident implies=due: what breaches in the next hours | what is about to breach | which
  deadlines are close | what is due today | what must be resolved today | which tickets are we about to miss
records intent=count: how many incidents are open | how many P1 this month | number of tickets resolved | how many
  tickets did the colleague close | how many open tickets does the team have | total of incidents this month | how
  many servers do we have | how big is the backlog of the team
stats group_by=assignment_group: which team is the busiest | which team has the most work | which team gets the most
  tickets | break down the tickets by team | how is the work spread over the teams
stats group_by=assigned_to: who has the most tickets | who is the busiest | workload per person | which colleague has
  the most to do | who is overloaded | who has the highest workload | how many tickets per person | who closed the
  most tickets | who resolved the most incidents last month
stats group_by=category: what are our most frequent problems | what breaks most often | main causes of incidents |
  what do people complain about most | most common kind of incident | which category grew the most | which kind of
  problem shows up most often | top categories | what are most tickets about | break down the incidents by category
stats group_by=ci_id: which services cause the most incidents | least reliable server | which application has the most
  incidents | which assets break most often | which system breaks the most | what system causes the most trouble |
  worst systems
stats measure=mean_time: how long does it take to resolve an incident | what is our mean time to resolve | how fast
  are we | how long does the team need to fix a P1 | average resolution time | how long do tickets stay open | how
  fast are we at resolving P1 incidents | how long do P1s usually take
stats measure=mean_time group_by=assignment_group: which team is the slowest | which team resolves tickets fastest
stats measure=mean_time group_by=assigned_to: who solves tickets the fastest | which colleague is the slowest
stats group_by=day: trend of incidents per day | incidents over time | how did the number of tickets develop | tickets
  per week | how has the number of incidents changed over the last weeks | are incidents going up or down
compare: compare this week with last week | did we improve since last month | are we getting worse | is the number of
  incidents going up | how did the team do last week | more or fewer incidents than last week | how was this month
  compared to the last | is it getting better or worse | do we get more tickets than last week | incidents this month
  versus last month | is the backlog growing
stats measure=sla: SLA compliance last month | do we meet our targets | how many percent of P1 incidents breach | did
  we keep our SLAs last month | how often do we miss the SLA | how good is our SLA | percentage of incidents within
  the SLA | share of tickets that met the SLA | sla performance per team | are P1s resolved in time
record aspect=people: who works on the incident | who is working on the outage | who is on the problem | who owns the
  system | who is responsible for the system | which team looks after the system | who takes care of the incident |
  whom do I ask about the system | who runs the system | which group supports the system | who handles the ticket
  about the error | who supports the system | is somebody on the incident | is anyone looking at the incident | who
  looks after the system | who reported the incident | who should I call about the system | who is the contact for the
  system | who do I escalate problems with the system to
record aspect=state: what is the state of the incident | what is the status of the problem | is the outage fixed yet |
  is the backup problem fixed | is the issue solved | does it work again | has the incident been resolved | why has
  the incident not been closed | how far are we with the incident | what is the state of the outage | is the incident
  closed | what priority does the incident have | where do we stand with the incident | did they fix the incident
record aspect=summary: summarise the incident | tl;dr the incident | what is the latest on the problem | any news
  about the incident | short version of the incident | what is going on with the incident | give me an update on the
  incident | what is new on the incident | catch me up on the incident
record aspect=all: what is the incident about | details of the change | what is the system | what kind of thing is the
  system | ip address of the system | serial number of the system | show me the incident | open the incident |
  location of the system
record aspect=sla: why is the incident breached | when does the incident breach | how much time is left for the
  incident | is the incident within its SLA | deadline of the incident | when will the incident be fixed
record aspect=history: what happened to the incident | history of the incident | who changed the incident | who
  resolved the incident | who closed the incident
record aspect=notes: notes of the incident | latest comments on the incident | what did the user write in the incident
  | last comment
record aspect=times: when was the incident opened | how old is the incident | since when is it open | when does the
  change start | how long did the incident take
record aspect=similar: similar incidents to the incident | have we seen the incident before | has the incident
  happened before | incidents like the incident | duplicates of the incident | what fixed it those times | how did we
  solve the incident before | what helped the last time
record aspect=steps: what can I do with the incident | can I close the incident | next steps of the change
record aspect=approval: who approved the change | who rejected the request | who signed off the change | has the
  change been approved | approvals of the change | why was the change rejected
changes_on: what changed on the system yesterday | did anyone touch the system since yesterday | anything new since
  yesterday | recent changes to the system | was anything deployed on the system | any deployments on the system this
  month | did somebody change something on the system | latest changes to the system | what was done on the system
  last week | what has been done to the system lately | what work was carried out on the system last month | has
  anyone worked on the system | what was rolled out on the system
impact: what depends on the system | what breaks if the system fails | what would be affected if we reboot the system
  | blast radius of the system | which services go down when the system is down | impact of the system | what runs on
  the system | what uses the system | what stops working when the system is down | who would notice if the system
  failed | what goes down with the system | is it safe to restart the system | could I take down the system | what is
  connected to the system | which services would suffer if the system went away | what sits on top of the system | if
  the system dies, what is hit | which applications use the system | what relies on the system | what is behind the
  system | what happens if I restart the system tonight | what would break if we take the system offline
dependencies: what does the system depend on | what is the system built on | dependencies of the system | what is the
  system running on | what is needed by the system | what does the system rely on | where is the system hosted | what
  is the system made of | which machines does the system live on | which server hosts the system | which database does
  the system use | what is under the system
sla: how long do we have for a P1 | what is our SLA for P1 | how much time do I have for a P1 | what are the SLA
  targets | by when must a P1 be resolved | resolution target of P1 | how quickly must a P1 be fixed | how many hours
  do we have to fix a P1 | what is the deadline for P1 tickets | do P1 tickets count business hours only | how long
  may a P1 take
knowledge: how do I connect to the VPN | how can a user reset their password | what does error 13 mean | what should I
  check when the database is slow | printer shows offline | the laptop does not start, what do I do | how to order a
  new laptop | where can I find the guest password | policy for leaving employees | user gets an error | too many
  connections on postgres | a mail came back with an error | what to do when a node is not ready | procedure when
  somebody leaves the company | how to install software | user cannot sign in | meaning of error code NB-4012 | steps
  for a major incident | checklist for a new employee | workaround for a problem | known errors of the application |
  is there a runbook for a failover
greeting: hi there | hello copilot | good morning | good afternoon | good evening | cheers | thanks a lot, that helped
  | thank you | thx | how are you today | great job | ok | bye | you are useless | that was wrong | ok thank you |
  thanks, bye | nice | see you
help: what can you do for me | who are you | what is your name | are you a robot | help | how do you work | how does
  this work | can you help me | what questions can I ask | show me examples of questions
chatter: tell me a joke | what is the weather like | write a poem | what is the meaning of life | sing a song | who
  won the match | do you love me | predict the number of incidents next week | restart the system | send an email to
  all users | book a flight | what is 17 times 3 | who will win the election | what is the budget for next year |
  translate this into French | order a pizza | who is the president | who is on holiday | how many employees do we
  have | remind me tomorrow | what is the phone number of the colleague | what time is it`
