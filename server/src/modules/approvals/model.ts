import { Type } from 'typebox'
import { levels, priorities } from '../../kernel/priorities.ts'
import { Enum, NamedObject, Nullable, Timestamp, type StoredRow } from '../../kernel/schema.ts'
import { changeTypes } from '../changes/model.ts'
import { Approval } from '../records/approval.ts'

export const PendingApproval = NamedObject('PendingApproval', {
  id: Type.String(),
  subject_type: Enum(['change', 'request']),
  short_description: Type.String(),
  priority: Enum(priorities),
  requested_by: Type.String({ description: 'Who asked for it, or for whom it is' }),
  type: Nullable(Enum(changeTypes, 'Of a change; null for a request')),
  risk: Nullable(Enum(levels, 'Of a change; null for a request')),
  planned_start: Nullable(Timestamp),
  planned_end: Nullable(Timestamp),
  conflicts: Type.Integer({ description: 'Changes on the same CIs at the same time' }),
  approval: Approval,
  version: Type.Integer({
    description: 'Send it in quotes as If-Match to decide only on what you have read',
  }),
  created_at: Timestamp,
})
export type PendingApproval = StoredRow<typeof PendingApproval>
