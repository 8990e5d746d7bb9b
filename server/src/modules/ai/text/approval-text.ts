import type { Approval } from '../../records/approval.ts'

/** `awaiting approval (0 of 1 approved)` */
export function approvalText({ status, required, decisions }: Approval): string {
  if (required === 0) return 'no approval required'
  if (status === 'not_requested') return 'approval not requested yet'
  const approved = decisions.filter(({ decision }) => decision === 'approved').length
  return status === 'pending' ? `awaiting approval (${approved} of ${required} approved)` : status
}
