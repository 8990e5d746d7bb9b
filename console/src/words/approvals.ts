import { count } from './count.ts'

export const approvals = {
  title: 'Approvals',
  awaiting: 'Awaiting your decision',
  none: 'No approvals are waiting for you. Changes and requests that need your decision appear here.',
  viewChanges: 'View changes',
  count: (n: number) => count(n, 'approval', 'approvals'),
  kinds: { change: 'Change', request: 'Request' },
  requestedBy: 'Requested by',
  approve: 'Approve',
  edited: (id: string) => `${id} was edited in the meantime. Read it again before you decide.`,
  reject: 'Reject …',
  rejectOne: (id: string) => `Reject ${id}`,
  rejectTitle: (id: string) => `Reject ${id}?`,
  reason: 'Reason',
  reasonHint: 'The requester sees it. Required.',
  approveOne: (id: string) => `Approve ${id}`,
} as const
