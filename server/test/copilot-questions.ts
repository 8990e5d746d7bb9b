/**
 * Questions that agents, on-call engineers and managers ask, and the decisive parts of a right answer against the demo
 * data. Written before the code that answers them. `{words}` stands for the id of the record whose title has these words.
 */
export interface Expected {
  intent: string
  /** `table where condition`: the exact total of the answer. */
  rows?: string
  /** What the answer must say. */
  says?: RegExp
  /** What it must not say. */
  never?: RegExp
  /** Parts of the title of the record that is shown. */
  record?: string
  /** Names among the records of the answer. */
  names?: string[]
  /** Values or labels of the groups, in any order. */
  groups?: string[]
  actions?: { type: string; target?: string; body?: Record<string, unknown>; allowed?: boolean }[]
}

export type AskedBy = 'agent' | 'on-call' | 'manager' | 'anybody'
/** Several questions are one conversation; the last answer counts. */
export type QuestionCase = [by: AskedBy, asked: string | string[], expected: Expected]

const open = `state in ('new', 'in_progress', 'on_hold', 'reopened')`
const openChange = `state not in ('closed', 'cancelled')`
const week = `date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'`
const midnight = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
const breached = `(sla -> 'summary' ->> 'breached')::boolean`
const on = (...names: string[]) =>
  `ci_id in (select id from cis where name in (${names.map((name) => `'${name}'`).join(', ')}))`
const changesOn = (name: string) => `(select id from cis where name = '${name}') = any(ci_ids)`

const lists: QuestionCase[] = [
  [
    'agent',
    'open P1 incidents of the network team',
    {
      intent: 'list',
      rows: `incidents where ${open} and priority = 'P1' and assignment_group = 'Network Operations'`,
    },
  ],
  [
    'agent',
    'network incidents',
    { intent: 'list', rows: `incidents where ${open} and category = 'network'` },
  ],
  [
    'agent',
    'show me all network incidents',
    { intent: 'list', rows: `incidents where category = 'network'` },
  ],
  [
    'agent',
    'unassigned tickets',
    { intent: 'list', rows: `incidents where ${open} and assigned_to is null` },
  ],
  [
    'agent',
    'which tickets does nobody work on yet?',
    { intent: 'list', rows: `incidents where ${open} and assigned_to is null` },
  ],
  ['agent', "what's on my plate?", { intent: 'list', rows: 'incidents where false' }],
  ['agent', 'my tickets', { intent: 'list', rows: 'incidents where false' }],
  [
    'agent',
    'tickets of erik',
    { intent: 'list', rows: `incidents where ${open} and assigned_to = 'erik.halvorsen@example.com'` },
  ],
  [
    'agent',
    'what is sofia working on right now?',
    { intent: 'list', rows: `incidents where ${open} and assigned_to = 'sofia.marques@example.com'` },
  ],
  [
    'agent',
    "show me maria's open tickets",
    { intent: 'list', rows: `incidents where ${open} and assigned_to = 'maria.okafor@example.com'` },
  ],
  ['agent', 'everything on hold', { intent: 'list', rows: `incidents where state = 'on_hold'` }],
  [
    'agent',
    'which tickets are waiting for the user?',
    { intent: 'list', rows: `incidents where state = 'on_hold'` },
  ],
  [
    'agent',
    'resolved tickets of the service desk',
    { intent: 'list', rows: `incidents where state = 'resolved' and assignment_group = 'Service Desk'` },
  ],
  ['agent', 'printer problems in Grafton Mill', { intent: 'list', says: /PRN-GRM-2F|grafton/i }],
  ['agent', 'tickets about wifi', { intent: 'list', says: /Wi-Fi/ }],
  [
    'on-call',
    'is anything critical open right now?',
    { intent: 'list', rows: `incidents where ${open} and priority = 'P1'` },
  ],
  ['on-call', 'any P1s?', { intent: 'list', rows: `incidents where ${open} and priority = 'P1'` }],
  [
    'on-call',
    'p1 or p2 incidents still open',
    { intent: 'list', rows: `incidents where ${open} and priority in ('P1', 'P2')` },
  ],
  [
    'on-call',
    'open incidents on pg-erp',
    { intent: 'list', rows: `incidents where ${open} and ${on('pg-erp')}` },
  ],
  ['on-call', 'incidents on pgerp', { intent: 'list', rows: `incidents where ${open} and ${on('pg-erp')}` }],
  [
    'on-call',
    'are there problems with the customer portal?',
    { intent: 'list', rows: `incidents where ${open} and ${on('Customer portal')}` },
  ],
  [
    'on-call',
    'what breaches in the next 8 hours?',
    {
      intent: 'list',
      rows: `incidents where ${open} and sla_breach_at between now() and now() + interval '8 hours'`,
    },
  ],
  [
    'on-call',
    'which incidents have breached?',
    { intent: 'list', rows: `incidents where ${open} and ${breached}` },
  ],
  [
    'on-call',
    'new incidents since midnight',
    { intent: 'list', rows: `incidents where created_at >= ${midnight}` },
  ],
  [
    'on-call',
    'what came in last night?',
    {
      intent: 'list',
      rows: `incidents where created_at >= ${midnight} - interval '6 hours' and created_at < ${midnight} + interval '6 hours'`,
    },
  ],
  [
    'on-call',
    'what changes are coming up this week?',
    {
      intent: 'list',
      rows: `changes where planned_end > ${week} and planned_start < ${week} + interval '7 days'`,
    },
  ],
  [
    'on-call',
    'is there a maintenance window on pg-erp soon?',
    { intent: 'list', says: /CHG\d+ PostgreSQL minor release/ },
  ],
  [
    'on-call',
    'planned changes for the core switch in Porto Vale',
    { intent: 'list', says: /Software of the core switch/ },
  ],
  ['manager', 'changes awaiting approval', { intent: 'list', rows: `changes where state = 'submitted'` }],
  ['manager', 'what needs my approval?', { intent: 'list', rows: `changes where state = 'submitted'` }],
  ['manager', 'high risk changes', { intent: 'list', rows: `changes where ${openChange} and risk = 'high'` }],
  [
    'manager',
    'open requests',
    { intent: 'list', rows: `requests where state in ('submitted', 'approved', 'in_fulfillment')` },
  ],
  [
    'manager',
    'the five oldest open tickets',
    { intent: 'list', says: /INC\d+ Renew the certificate of labels/ },
  ],
  [
    'manager',
    'tickets that have been open for more than a week',
    { intent: 'list', rows: `incidents where ${open} and created_at < now() - interval '7 days'` },
  ],
  [
    'agent',
    'servers in production',
    { intent: 'list', rows: `cis where class = 'server' and environment = 'production'` },
  ],
  ['agent', 'which databases do we have?', { intent: 'list', rows: `cis where class = 'database'` }],
  ['agent', 'articles about vpn', { intent: 'list', says: /VPN error numbers/ }],
  [
    'agent',
    'incidnets of the netwrok team',
    { intent: 'list', rows: `incidents where ${open} and assignment_group = 'Network Operations'` },
  ],
  ['agent', 'opne P2 tickets', { intent: 'list', rows: `incidents where ${open} and priority = 'P2'` }],
  [
    'agent',
    'incidents in catgory netwrok',
    { intent: 'list', rows: `incidents where ${open} and category = 'network'` },
  ],
  [
    'agent',
    'closed tickets about labels',
    {
      intent: 'list',
      rows: `incidents where state = 'closed' and to_tsvector('english', concat_ws(' ', id, short_description, category, description)) @@ 'label'`,
    },
  ],
]

const counts: QuestionCase[] = [
  ['manager', 'how many incidents are open?', { intent: 'count', rows: `incidents where ${open}` }],
  ['manager', 'how many tickets do we have?', { intent: 'count', rows: `incidents where ${open}` }],
  ['manager', 'how many tickets have we ever had?', { intent: 'count', rows: 'incidents where true' }],
  [
    'manager',
    'number of incidents resolved last week',
    {
      intent: 'count',
      rows: `incidents where resolved_at >= ${week} - interval '7 days' and resolved_at < ${week}`,
    },
  ],
  [
    'manager',
    'how many P2s does the identity team have?',
    {
      intent: 'count',
      rows: `incidents where ${open} and priority = 'P2' and assignment_group = 'Identity and Access'`,
    },
  ],
  [
    'manager',
    'how many changes failed or were rejected?',
    { intent: 'count', rows: `changes where state = 'rejected'` },
  ],
  [
    'manager',
    'how many tickets did chen close last month?',
    {
      intent: 'count',
      rows: `incidents where assigned_to = 'chen.wei@example.com' and closed_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 month' and closed_at < date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`,
    },
  ],
  ['on-call', 'how many servers are there?', { intent: 'count', rows: `cis where class = 'server'` }],
  [
    'manager',
    'how many incidents did we get yesterday?',
    {
      intent: 'count',
      rows: `incidents where created_at >= ${midnight} - interval '1 day' and created_at < ${midnight}`,
    },
  ],
]

const statistics: QuestionCase[] = [
  ['manager', 'incidents per category', { intent: 'stats', groups: ['network', 'mail', 'identity'] }],
  [
    'manager',
    'break down the open tickets by team',
    { intent: 'stats', groups: ['Service Desk', 'Network Operations'] },
  ],
  ['manager', 'which team is the busiest?', { intent: 'stats', groups: ['Service Desk'] }],
  ['manager', 'who has the most open tickets?', { intent: 'stats', groups: ['sofia.marques@example.com'] }],
  ['manager', 'compare this week with last week', { intent: 'stats', groups: ['this week', 'last week'] }],
  ['manager', 'are we better than last month?', { intent: 'stats', groups: ['this month', 'last month'] }],
  [
    'manager',
    'compare P1 incidents this month to last month',
    { intent: 'stats', groups: ['this month', 'last month'], says: /P1/ },
  ],
  [
    'manager',
    'is the number of network incidents going up?',
    { intent: 'stats', groups: ['this week', 'last week'], says: /network/ },
  ],
  ['manager', 'what is our mean time to resolve?', { intent: 'stats', says: /mean time/i }],
  ['manager', 'how long do P1s take on average?', { intent: 'stats', says: /P1/ }],
  ['manager', 'MTTR per team last month', { intent: 'stats', says: /mean time/i }],
  ['manager', 'trend of incidents per day', { intent: 'stats' }],
  ['manager', 'what are our most frequent problems?', { intent: 'stats', groups: ['network'] }],
  ['manager', 'which services cause the most incidents?', { intent: 'stats' }],
  [
    'manager',
    'compare the service desk with network operations',
    { intent: 'stats', groups: ['Service Desk', 'Network Operations'] },
  ],
  ['manager', 'how did the team do last week?', { intent: 'stats', groups: ['last week'] }],
]

const policies: QuestionCase[] = [
  ['manager', 'what is our SLA for P2?', { intent: 'sla', says: /P2.*8 h/i }],
  ['agent', 'how much time do I have for a P1?', { intent: 'sla', says: /P1/ }],
  ['agent', 'what are the SLA targets?', { intent: 'sla', says: /P1[\s\S]*P4/ }],
  ['agent', 'by when must a P3 be resolved?', { intent: 'sla', says: /P3/ }],
]

const records: QuestionCase[] = [
  ['agent', '{hall 2 has no network}', { intent: 'show', record: 'hall 2' }],
  ['agent', 'summarise {hall 2 has no network}', { intent: 'show', record: 'hall 2', says: /chen\.wei/ }],
  [
    'manager',
    'give me a summary of {Standby of pg-erp}',
    { intent: 'show', record: 'Standby', says: /ingrid\.moe/ },
  ],
  ['manager', 'tl;dr {Orders do not reach}', { intent: 'show', record: 'Orders', says: /carla\.esposito/ }],
  [
    'agent',
    'what is the status of {Orders do not reach}?',
    { intent: 'show', record: 'Orders', says: /in progress/ },
  ],
  ['agent', 'who owns {Orders do not reach}?', { intent: 'show', record: 'Orders', says: /carla\.esposito/ }],
  [
    'agent',
    'why has {Renew the certificate of labels} not been closed?',
    { intent: 'show', record: 'Renew', says: /on hold/ },
  ],
  ['agent', 'when does {Orders do not reach} breach?', { intent: 'show', record: 'Orders', says: /SLA/ }],
  ['agent', 'what happened on {Backup of mail-01 failed}?', { intent: 'show', record: 'Backup of mail-01' }],
  ['on-call', 'who is working on the mail outage?', { intent: 'show', says: /tom\.bauer/ }],
  ['on-call', 'who is on the hall 2 network problem?', { intent: 'show', says: /chen\.wei/ }],
  ['on-call', 'what is the state of the standby problem on pg-erp?', { intent: 'show', says: /on hold/ }],
  [
    'on-call',
    "what's going on with the orders that do not reach the warehouse?",
    { intent: 'show', record: 'Orders' },
  ],
  ['manager', 'is the hall 2 outage fixed yet?', { intent: 'show', says: /in progress/ }],
  [
    'manager',
    'who approved the ERP update to 9.4?',
    { intent: 'show', record: 'Update Northbook ERP', says: /approv/ },
  ],
  ['agent', 'inc 299 status', { intent: 'show', says: /INC0000299/ }],
  ['agent', 'incident number 299', { intent: 'show', says: /INC0000299/ }],
  ['agent', 'INC9999999', { intent: 'show', says: /does not exist/ }],
  ['agent', 'notes on {Orders do not reach}', { intent: 'show', record: 'Orders' }],
  [
    'agent',
    'who is responsible for pg-erp?',
    { intent: 'show', record: 'pg-erp', says: /Database Administration/ },
  ],
  ['agent', 'which team looks after the VPN?', { intent: 'show', record: 'VPN', says: /Network Operations/ }],
  ['agent', 'tell me about sw-core-pvl', { intent: 'show', record: 'sw-core-pvl' }],
]

const cmdb: QuestionCase[] = [
  ['on-call', 'what depends on pg-erp?', { intent: 'impact', names: ['Northbook ERP', 'Customer portal'] }],
  [
    'on-call',
    'what breaks if pg-erp fails?',
    { intent: 'impact', names: ['Northbook ERP', 'Customer portal'] },
  ],
  [
    'on-call',
    'what would be affected if we reboot mq-lhv-01?',
    { intent: 'impact', names: ['Northbook ERP', 'Label service'] },
  ],
  ['on-call', 'blast radius of k8s-prod', { intent: 'impact', names: ['Single sign-on', 'HR portal'] }],
  [
    'on-call',
    'which services go down when the message broker mq-lhv-01 is down?',
    { intent: 'impact', names: ['Stockroom WMS'] },
  ],
  ['on-call', 'impact of single sign-on', { intent: 'impact', names: ['VPN', 'Company mail'] }],
  [
    'on-call',
    'what does Northbook ERP depend on?',
    { intent: 'dependencies', names: ['pg-erp', 'erp-app-01'] },
  ],
  ['on-call', 'what does the customer portal need to run?', { intent: 'dependencies', names: ['pg-portal'] }],
  [
    'on-call',
    'which servers does company mail run on?',
    { intent: 'dependencies', names: ['mail-01', 'mail-02'] },
  ],
  ['on-call', 'what changed on erp yesterday?', { intent: 'changes_on', says: /erp/i }],
  [
    'on-call',
    'what changed on the mail server in the last 3 days?',
    { intent: 'changes_on', says: /Move mailboxes to new storage, first four/ },
  ],
  ['on-call', 'what happened on k8s-prod last week?', { intent: 'changes_on', says: /k8s-prod/ }],
  ['on-call', 'did anyone touch pg-erp since Monday?', { intent: 'changes_on', says: /pg-erp/ }],
  ['on-call', 'anything new since yesterday?', { intent: 'changes_on' }],
  ['on-call', 'recent changes to the payroll database', { intent: 'changes_on', says: /pg-payroll/ }],
  [
    'on-call',
    'changes on pg-erp',
    { intent: 'list', rows: `changes where ${openChange} and ${changesOn('pg-erp')}` },
  ],
  ['on-call', 'what changed on pg-epr?', { intent: 'unknown', says: /did you mean.*pg-erp/i }],
]

const actions: QuestionCase[] = [
  [
    'agent',
    'create a P2 incident for the network team: VPN down in Porto Vale',
    {
      intent: 'action',
      actions: [
        {
          type: 'create_incident',
          body: {
            priority: 'P2',
            assignment_group: 'Network Operations',
            short_description: 'VPN down in Porto Vale',
          },
        },
      ],
    },
  ],
  [
    'agent',
    'open a ticket that the label printer on line 5 is jammed, priority 2, assign it to ruben',
    {
      intent: 'action',
      actions: [
        {
          type: 'create_incident',
          body: {
            short_description: 'the label printer on line 5 is jammed',
            priority: 'P2',
            assigned_to: 'ruben.costa@example.com',
          },
        },
      ],
    },
  ],
  [
    'agent',
    'log an incident for mail-01, disk almost full, category storage, P3',
    {
      intent: 'action',
      actions: [{ type: 'create_incident', body: { priority: 'P3', category: 'storage' } }],
    },
  ],
  ['agent', 'create an incident', { intent: 'action', says: /about/ }],
  [
    'agent',
    'new ticket: coffee machine on floor 2 is dead',
    {
      intent: 'action',
      actions: [
        { type: 'create_incident', body: { short_description: 'coffee machine on floor 2 is dead' } },
      ],
    },
  ],
  [
    'agent',
    'set {VPN refuses to connect} to P2 and assign it to erik and start work',
    {
      intent: 'action',
      actions: [
        {
          type: 'update_incident',
          target: 'VPN refuses to connect',
          body: { priority: 'P2', assigned_to: 'erik.halvorsen@example.com', state: 'in_progress' },
        },
      ],
    },
  ],
  [
    'agent',
    'assign {No network at socket} to chen and put it on hold',
    {
      intent: 'action',
      actions: [{ type: 'update_incident', body: { assigned_to: 'chen.wei@example.com' } }],
    },
  ],
  [
    'agent',
    'resolve {Locked account} with note: unlocked the account and add a note to {Account locks again}: same cause',
    { intent: 'action', actions: [{ type: 'update_incident', target: 'Locked account' }] },
  ],
  [
    'agent',
    'close {Orders do not reach}',
    {
      intent: 'action',
      says: /resolve/i,
      actions: [{ type: 'update_incident', target: 'Orders', body: { state: 'resolved' }, allowed: true }],
    },
  ],
  [
    'agent',
    'close {Mail to the tax adviser}',
    { intent: 'action', actions: [{ type: 'update_incident', body: { state: 'closed' }, allowed: true }] },
  ],
  [
    'agent',
    'resolve inc 300',
    { intent: 'action', actions: [{ type: 'update_incident', body: { state: 'resolved' } }] },
  ],
  [
    'agent',
    'asign {ImagePullBackOff} to daniel',
    {
      intent: 'action',
      actions: [{ type: 'update_incident', body: { assigned_to: 'daniel.kim@example.com' } }],
    },
  ],
  ['agent', 'assign {ImagePullBackOff} to danil', { intent: 'action', says: /did you mean.*daniel/i }],
  [
    'agent',
    'give {ImagePullBackOff} to the platform people',
    {
      intent: 'action',
      actions: [{ type: 'update_incident', body: { assignment_group: 'Platform Engineering' } }],
    },
  ],
  ['agent', 'I will take {ImagePullBackOff}', { intent: 'action', actions: [{ type: 'update_incident' }] }],
  [
    'agent',
    'bump {ImagePullBackOff} up to P1',
    { intent: 'action', actions: [{ type: 'update_incident', body: { priority: 'P1' } }] },
  ],
  [
    'agent',
    'add a comment to {Softphone stays offline}: called the user back',
    { intent: 'action', actions: [{ type: 'add_note', body: { body: 'called the user back' } }] },
  ],
  [
    'manager',
    'approve {Passkeys for the pilot}',
    { intent: 'action', actions: [{ type: 'approve_change' }] },
  ],
  [
    'manager',
    'reject {Software of the core switch} because it is too risky before the audit',
    {
      intent: 'action',
      actions: [{ type: 'reject_change', body: { comment: 'it is too risky before the audit' } }],
    },
  ],
  ['agent', 'close all P4 incidents', { intent: 'action', never: /Proposed/ }],
  [
    'agent',
    'please reopen {Mail to the tax adviser}',
    { intent: 'action', actions: [{ type: 'update_incident', body: { state: 'reopened' }, allowed: true }] },
  ],
  [
    'agent',
    'change the category of {No network at socket} to workplace and the priority to P4',
    {
      intent: 'action',
      actions: [{ type: 'update_incident', body: { category: 'workplace', priority: 'P4' } }],
    },
  ],
]

const conversations: QuestionCase[] = [
  [
    'manager',
    ['how many P1 incidents are open?', 'and P2?'],
    { intent: 'count', rows: `incidents where ${open} and priority = 'P2'` },
  ],
  ['agent', ['{Orders do not reach}', 'who is working on it?'], { intent: 'show', says: /carla\.esposito/ }],
  [
    'agent',
    ['{Orders do not reach}', 'close it'],
    { intent: 'action', says: /resolve/i, actions: [{ type: 'update_incident', target: 'Orders' }] },
  ],
  [
    'agent',
    ['summarise {Tunnel disconnects}', 'assign it to sofia'],
    {
      intent: 'action',
      actions: [
        { type: 'update_incident', target: 'Tunnel', body: { assigned_to: 'sofia.marques@example.com' } },
      ],
    },
  ],
  ['on-call', ['what depends on pg-erp?', 'and on pg-wms?'], { intent: 'impact', names: ['Stockroom WMS'] }],
  [
    'on-call',
    ['what changed on k8s-prod yesterday?', 'and last month?'],
    { intent: 'changes_on', says: /Kubernetes 1\.29/ },
  ],
  [
    'manager',
    ['open incidents of the service desk', 'only the unassigned ones', 'how many?'],
    {
      intent: 'count',
      rows: `incidents where ${open} and assignment_group = 'Service Desk' and assigned_to is null`,
    },
  ],
  [
    'manager',
    ['compare this week with last week', 'only P1'],
    { intent: 'stats', groups: ['this week', 'last week'], says: /P1/ },
  ],
  ['on-call', ['tell me about mail-01', 'what runs on it?'], { intent: 'impact', names: ['Company mail'] }],
  ['agent', ['open P1 incidents', 'who is working on it?'], { intent: 'show', says: /chen\.wei/ }],
  ['agent', ['what changed on pg-epr?', 'yes'], { intent: 'changes_on', says: /pg-erp/ }],
]

const knowledge: QuestionCase[] = [
  ['agent', 'how do I connect to the VPN?', { intent: 'knowledge', says: /VPN/ }],
  ['agent', 'how can a user reset their password?', { intent: 'knowledge', says: /password/i }],
  ['agent', 'what does VPN error 13 mean?', { intent: 'knowledge', says: /13/ }],
  ['agent', 'a colleague forgot to return his laptop when he left, what do I do?', { intent: 'knowledge' }],
  ['on-call', 'postgres standby is lagging, what should I check?', { intent: 'knowledge', says: /standby/i }],
  ['on-call', 'a kubernetes node is NotReady', { intent: 'knowledge', says: /node/i }],
  ['agent', 'printer shows offline', { intent: 'knowledge', says: /print/i }],
]

/** Decent answers that leave no knowledge gap behind. */
const notForKnowledge: QuestionCase[] = [
  ['anybody', 'hi there', { intent: 'help' }],
  ['anybody', 'thanks a lot, that helped', { intent: 'help' }],
  ['anybody', 'good morning copilot', { intent: 'help' }],
  ['anybody', 'who are you?', { intent: 'help' }],
  ['anybody', 'what can you do for me?', { intent: 'help' }],
  ['anybody', 'how are you today?', { intent: 'help' }],
  ['anybody', 'you are useless', { intent: 'help' }],
  ['anybody', 'tell me a joke', { intent: 'unknown', says: /understand/ }],
  ['anybody', 'asdf qwer zxcv', { intent: 'unknown', says: /understand/ }],
  ['anybody', 'blorf the grumpkin snozzle', { intent: 'unknown', says: /understand/ }],
  ['anybody', 'constructor', { intent: 'unknown', says: /understand/ }],
  ['anybody', '__proto__ toString', { intent: 'unknown', says: /understand/ }],
  ['anybody', 'wie viele offene Tickets haben wir?', { intent: 'unknown', says: /English/ }],
  ['anybody', '¿cuántas incidencias abiertas hay?', { intent: 'unknown', says: /English/ }],
  ['anybody', 'quels sont les incidents ouverts ?', { intent: 'unknown', says: /English/ }],
  ['anybody', '👍', { intent: 'help' }],
  ['anybody', '?????', { intent: 'unknown', says: /understand/ }],
  ['anybody', 'incidents of the flux capacitor team', { intent: 'unknown', says: /flux capacitor/ }],
  ['anybody', 'tickets assigned to zaphod', { intent: 'unknown', says: /zaphod/ }],
  ['anybody', 'tickets assigned to chem wei', { intent: 'unknown', says: /did you mean.*chen\.wei/i }],
]

export const questionCases: QuestionCase[] = [
  ...lists,
  ...counts,
  ...statistics,
  ...policies,
  ...records,
  ...cmdb,
  ...actions,
  ...conversations,
  ...knowledge,
  ...notForKnowledge,
]

export const knowledgeGapFree = new Set(notForKnowledge.map(([, asked]) => asked))

/** The half that is looked at while the copilot is developed; the other one only counts. FNV-1a of the question. */
export function isDevelopment([, asked]: QuestionCase): boolean {
  let hash = 0x811c9dc5
  for (const character of String(asked)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  }
  return ((hash >>> 8) ^ hash) % 2 === 0
}
