import { myWork as w } from '../words/my-work.ts'
import { IncidentLine } from './incident-line.tsx'
import { openIncidents, useOpenIncidents } from './use-open-incidents.ts'
import { WorkList } from './work-list.tsx'

/** Incidents of the current user. */
export function Mine({ email }: { email: string }) {
  const list = useOpenIncidents({ assigned_to: email })
  return (
    <WorkList
      title={w.mine}
      list={list}
      empty={w.mineEmpty}
      all={{ to: '/incidents', search: { ...openIncidents, assigned_to: 'me' } }}
    >
      {(incident) => <IncidentLine incident={incident} />}
    </WorkList>
  )
}
