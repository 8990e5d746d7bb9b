/** Two questions that read nearly the same, and have different answers. */
export interface Pair {
  type: string
  a: string
  b: string
}

/** Things of one sort, one of which is asked about. */
const things: Record<string, { names: string[]; questions: string[] }> = {
  product: {
    names: ['VPN', 'Outlook', 'Teams', 'SAP', 'Jira', 'Salesforce', 'Slack', 'OneDrive', 'Citrix', 'Workday'],
    questions: [
      'How do I reset my {} password?',
      '{} keeps asking for my password',
      'How do I request access to {}?',
      'Who owns {}?',
      'Why is {} so slow today?',
      'Is {} down?',
    ],
  },
  device: {
    names: ['printer', 'scanner', 'monitor', 'keyboard', 'headset', 'projector', 'webcam', 'badge reader'],
    questions: [
      'The {} on the third floor does not work',
      'How do I order a new {}?',
      'Where do I return a broken {}?',
    ],
  },
  platform: {
    names: ['Windows', 'macOS', 'Ubuntu', 'Android', 'iOS', 'Red Hat', 'Chrome', 'Firefox'],
    questions: ['How do I install the client on {}?', 'Which {} versions are supported?'],
  },
  host: {
    names: [
      'web-prod-01',
      'web-prod-02',
      'web-test-01',
      'db01',
      'db10',
      '10.0.12.4',
      '10.0.12.40',
      'mail.eu.example.com',
    ],
    questions: [
      'Server {} is down',
      'How do I restart {}?',
      'What changed on {} yesterday?',
      'Disk usage above 90% on {}',
    ],
  },
  id: {
    names: ['INC0012345', 'INC0012354', 'CHG0012345', 'REQ0012345', 'INC0123450'],
    questions: ['What is the status of {}?', 'Who is working on {}?', 'Close {}'],
  },
  code: {
    names: [
      '0x80070005',
      '0x80070002',
      'ORA-00942',
      'ORA-00943',
      '502',
      '504',
      'KB5034441',
      'KB5034763',
      'v1.2',
      'v1.20',
    ],
    questions: ['What does {} mean?', 'The update fails with {}', 'How do I fix error {}?'],
  },
  figure: {
    names: ['2', '3', '20', '1.5', '15', '10%', '100%'],
    questions: [
      'Raise the quota to {} GB',
      'Is the limit {} for each user?',
      'Incidents with more than {} notes',
    ],
  },
  level: {
    names: ['P1', 'P2', 'P3', 'L1', 'tier 2'],
    questions: ['What is the resolution target for {} incidents?', 'Who handles {} tickets?'],
  },
  ordinal: {
    names: ['first', 'second', 'third', '10th'],
    questions: ['The printer on the {} floor is jammed', 'How do I reach the {} line of support?'],
  },
  time: {
    names: [
      'today',
      'yesterday',
      'tomorrow',
      'last week',
      'next week',
      'on Monday',
      'on 3 May',
      'on 5 May',
      'in June',
    ],
    questions: ['Which changes are planned {}?', 'Was there an outage {}?'],
  },
  role: {
    names: ['viewer', 'auditor', 'manager', 'contractor', 'super_admin', 'itsm_agent', 'service account'],
    questions: [
      'What can a {} delete?',
      'How do I give a {} access to the portal?',
      'Can a {} approve changes?',
    ],
  },
  scope: {
    names: ['all', 'some', 'no', 'most', 'only', 'other', 'external', 'internal', 'new', 'former'],
    questions: ['{} users can sign in', 'The application is slow for {} users', 'How do I see {} incidents?'],
  },
  environment: {
    names: [
      'test',
      'production',
      'staging',
      'US-East',
      'US-West',
      'primary',
      'secondary',
      'public',
      'private',
    ],
    questions: ['Reboot the {} server', 'Is there an outage in the {} environment?'],
  },
  letter: {
    names: ['A', 'B', 'C', 'D:', 'S:'],
    questions: ['How do I map drive {}?', 'Is site {} online?'],
  },
}

/** Words that turn a question around. */
const opposites =
  `enable/disable, turn on/turn off, add/remove, install/uninstall, start/stop, mount/unmount, lock/unlock,
  attach/detach, import/export, connect/disconnect, encrypt/decrypt, grant/revoke, allow/block, upload/download,
  open/close, create/delete, show/hide, mute/unmute, increase/decrease, upgrade/downgrade, subscribe/unsubscribe,
  compress/decompress, approve/reject, archive/restore, publish/unpublish, assign/unassign, send/receive,
  check in/check out, sign in/sign out, opt in/opt out, read/write, push/pull, promote/demote, pin/unpin,
  activate/deactivate, join/leave, pause/resume, save/discard, include/exclude, merge/split, backup/restore`
    .split(',')
    .map((pair) => pair.trim().split('/'))

const turned = [
  'How do I {} the folder?',
  'Who may {} the device?',
  'Can I {} the list?',
  'Why does the agent {} the file?',
]

const negated: [string, string][] = [
  ['The service should be running', 'The service should not be running'],
  ['Users can sign in to the portal', "Users can't sign in to the portal"],
  ['Which servers are in maintenance mode?', "Which servers aren't in maintenance mode?"],
  ['Can I open the case with approval?', 'Can I open the case without approval?'],
  ['Is the certificate valid?', 'Is the certificate invalid?'],
  ['Are the agents active?', 'Are the agents inactive?'],
  ['My laptop is charging', 'My laptop is not charging'],
  ['I can always print', 'I can never print'],
  ['Everybody can print', 'Nobody can print'],
  ['The disk is encrypted', 'The disk is unencrypted'],
  ['Do I need a license?', 'Do I need no license?'],
  ['Incidents opened before the upgrade', 'Incidents opened after the upgrade'],
  ['incoming mail is delayed', 'outgoing mail is delayed'],
  ['At least three approvals are needed', 'At most three approvals are needed'],
  ['Disk usage above 90%', 'Disk usage below 90%'],
  ['More than 5 users are affected', 'Less than 5 users are affected'],
  ['Is MFA on?', 'Is MFA off?'],
  ['Turn the firewall on', 'Turn the firewall off'],
  ['Is the mailbox shared?', 'Is the mailbox unshared?'],
  ['The job succeeded', 'The job failed'],
]

/** Two that trade places. */
const swapped = [
  'Does {} replicate to {}?',
  'How do I move a mailbox from {} to {}?',
  'Is {} faster than {}?',
  'Does {} start before {}?',
  'How do I forward calls from {} to {}?',
  'Is {} a replica of {}?',
  'Why does {} open {}?',
  'Does {} depend on {}?',
  'How do I add {} to {}?',
]
const places = [
  ['site A', 'site B'],
  ['web01', 'web02'],
  ['Exchange', 'Gmail'],
  ['the user', 'the group'],
  ['staging', 'production'],
  ['Outlook', 'Teams'],
  ['L1', 'L2'],
]

/** The same subject, and something else that somebody wants to know of it. */
const asked = [
  'How do I {}?',
  'Why do I {}?',
  'When do I {}?',
  'Can I {}?',
  'Must I {}?',
  'Should I {}?',
  'How often do I {}?',
  'How long does it take to {}?',
  'Who may {}?',
  'Where do I {}?',
  'Where must I {}?',
  'Who do I ask to {}?',
]
const acts = ['reset the password', 'restart web01', 'renew the certificate', 'approve a change']

const fill = (pattern: string, ...values: string[]) =>
  values.reduce((text, value) => text.replace('{}', value), pattern)

const combinations = <T>(list: T[]): [T, T][] =>
  list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b] as [T, T]))

/** More than a thousand, always the same. */
export function confusablePairs(): Pair[] {
  const pairs: Pair[] = negated.map(([a, b]) => ({ type: 'negation', a, b }))
  for (const [type, { names, questions }] of Object.entries(things))
    for (const question of questions)
      for (const [a, b] of combinations(names))
        pairs.push({ type, a: fill(question, a), b: fill(question, b) })
  for (const [a, b] of opposites)
    for (const question of turned)
      pairs.push({ type: 'opposite', a: fill(question, a!), b: fill(question, b!) })
  for (const question of swapped)
    for (const [a, b] of places)
      pairs.push({ type: 'direction', a: fill(question, a!, b!), b: fill(question, b!, a!) })
  for (const act of acts)
    for (const [a, b] of combinations(asked)) pairs.push({ type: 'intent', a: fill(a, act), b: fill(b, act) })
  return pairs
}
