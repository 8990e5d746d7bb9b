import { afterBound, beforeBound } from '../records/day-bounds.ts'
import { among, day, oneOf, text, viewReader } from '../records/view.ts'
import { roles } from '../session/me.ts'

export const readUsersView = viewReader({
  q: text,
  role: among(roles),
  group: text,
  active: oneOf(['true', 'false']),
})

const systemName = /^[a-z][a-z0-9_-]{0,49}$/
export const readImportsView = viewReader({
  system: (value) => text(value)?.match(systemName)?.[0],
})

export const readKeysView = viewReader({ owner: text, active: oneOf(['true', 'false']) })

export const readAuditView = viewReader({
  subject_type: text,
  subject_id: text,
  actor_id: text,
  action: text,
  after: day,
  before: day,
})

type AuditView = ReturnType<typeof readAuditView>

/** Days are in the time zone of the user; both are included. */
export const auditQuery = ({ after, before, ...view }: AuditView) => ({
  ...view,
  after: after && afterBound(after),
  before: before && beforeBound(before),
})
