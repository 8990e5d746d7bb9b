import { useList } from '../api/records.ts'
import { myWork as w } from '../words/my-work.ts'
import { Due } from './due.tsx'
import { openIncidents, shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

/** Incidents of the current user, those with the least time left first. */
export function Mine({ email }: { email: string }) {
  const filters = { ...openIncidents, sort: 'sla_breach_at', order: 'asc' }
  const list = useList('/incidents', { ...filters, assigned_to: email, limit: shown })
  return (
    <WorkList
      title={w.mine}
      list={list}
      empty={w.mineEmpty}
      all={{ to: '/incidents', search: { ...filters, assigned_to: 'me' } }}
    >
      {(incident) => (
        <WorkLine
          to={`/incidents/${incident.id}`}
          id={incident.id}
          title={incident.short_description}
          priority={incident.priority}
          detail={<Due incident={incident} />}
        />
      )}
    </WorkList>
  )
}
