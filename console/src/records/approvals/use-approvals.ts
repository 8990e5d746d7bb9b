import { useState } from 'react'
import type { Query } from '../../api/pages.ts'
import { useList } from '../../api/records.ts'
import type { ApprovalDecision, PendingApproval } from '../../api/schema.d.ts'

export type Verdict = ApprovalDecision['decision']

/** What awaits a decision, or was decided on this page. */
export type ApprovalRow = PendingApproval & { verdict?: Verdict }

const byAge = (one: ApprovalRow, other: ApprovalRow) =>
  one.created_at.localeCompare(other.created_at) || one.id.localeCompare(other.id)

/**
 * A decided row stays in its place, so that the next one does not slide under the pointer. One that awaits a decision
 * again has a later version.
 */
export function withDecided(pending: readonly ApprovalRow[], decided: readonly ApprovalRow[]): ApprovalRow[] {
  const isKept = (row: ApprovalRow) =>
    !pending.some(({ id, version }) => id === row.id && version > row.version)
  const kept = decided.filter(isKept)
  return [...pending.filter(({ id }) => !kept.some((row) => row.id === id)), ...kept].toSorted(byAge)
}

/** What awaits a decision of the current user, the oldest first. */
export function useApprovals(query?: Query) {
  const list = useList('/approvals', query)
  const [decided, setDecided] = useState<readonly ApprovalRow[]>([])
  return {
    list: { ...list, rows: withDecided(list.rows, decided) },
    keep: (row: ApprovalRow) => setDecided((rows) => [...rows.filter(({ id }) => id !== row.id), row]),
  }
}
