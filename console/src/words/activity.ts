/** The timeline of a record: notes, and changes in words. */
export const activity = {
  title: 'Activity',
  filters: { all: 'All', note: 'Notes' },
  filterLabel: 'Show',
  empty: 'No activity yet',
  noNotes: 'No notes yet',
  earlier: 'Show earlier activity',
  earlierOf: (n: number) => `Show ${n} earlier`,
  note: 'Note',
  placeholder: 'Write a note … @ mentions someone',
  send: 'Add note',
  sendHint: 'Ctrl+Enter',
  preview: 'Preview',
  write: 'Write',
  nothingToPreview: 'Nothing to preview',
  visibility: 'Visibility',
  mention: 'Mention',
  attachments: 'Attachments',
  attach: 'Attach files',
  tooManyFiles: (most: number, left: readonly string[]) =>
    `A note can have ${most} files. Not attached: ${left.join(', ')}`,
  detach: (name: string) => `Remove ${name}`,
  size: (bytes: number) =>
    bytes < 1024
      ? `${bytes} B`
      : bytes < 1024 ** 2
        ? `${Math.round(bytes / 1024)} kB`
        : `${(bytes / 1024 ** 2).toFixed(1)} MB`,

  created: 'created it',
  deleted: 'deleted it',
  approved: 'approved it',
  rejected: 'rejected it',
  commented: 'commented',
  rated: (isHelpful: boolean) => (isHelpful ? 'found it helpful' : 'did not find it helpful'),
  changedComment: 'changed the comment',
  reviewed: 'marked it as reviewed',
  restored: 'restored an earlier version',
  slaWarned: 'warned that 75 % of the SLA time is used',
  slaBreached: 'marked the SLA as breached',
  sla: { met: 'SLA met', breached: 'SLA breached' },
  assignedToSelf: 'assigned it to themselves',
  assigned: (name: string) => `assigned it to ${name}`,
  unassigned: 'removed the assignee',
  changedState: (from: string, to: string) => `changed the state from ${from} to ${to}`,
  changed: (label: string, from: string, to: string) => `changed ${label} from ${from} to ${to}`,
  set: (label: string, to: string) => `set ${label} to ${to}`,
  cleared: (label: string, from: string) => `removed ${label} (${from})`,
  edited: (label: string) => `edited ${label}`,
  added: (label: string, values: string) => `added ${values} to ${label}`,
  removed: (label: string, values: string) => `removed ${values} from ${label}`,
  endedApproval: 'ended the approval by editing',
} as const
