import { among, day, text, viewReader } from '../records/view.ts'
import { roles } from '../session/me.ts'

export const readUsersView = viewReader({
  q: text,
  role: among(roles),
  active: among(['true', 'false']),
})

export const readKeysView = viewReader({ owner: text, active: among(['true', 'false']) })

export const readAuditView = viewReader({
  subject_type: text,
  subject_id: text,
  actor_id: text,
  action: text,
  after: day,
  before: day,
})

type AuditView = ReturnType<typeof readAuditView>

const midnight = (day: string, plusDays = 0) => {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + plusDays)
  return date.toISOString()
}

/** Days are in the time zone of the user; the last day is included. */
export const auditQuery = ({ after, before, ...view }: AuditView) => ({
  ...view,
  after: after && midnight(after),
  before: before && midnight(before, 1),
})
