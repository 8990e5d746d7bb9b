import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRefresh } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { loadStyled } from '../shell/lazy-parts.ts'
import { notify } from '../shell/notify.ts'
import { notifyProblem } from '../shell/notify-problem.ts'
import { myWork as w } from '../words/my-work.ts'
import { IncidentLine } from './incident-line.tsx'
import { openIncidents, useOpenIncidents } from './use-open-incidents.ts'
import { WorkList } from './work-list.tsx'

/** Incidents that nobody has taken: those of the user's groups, or all for a user without a group. */
export function Unassigned({ email, groups }: { email: string; groups: readonly string[] }) {
  const isOfGroups = groups.length > 0
  const ofGroups: Record<string, string> = isOfGroups ? { assignment_group: groups.join(',') } : {}
  const list = useOpenIncidents({ ...ofGroups, unassigned: 'true' })
  const refresh = useRefresh('/incidents')
  const take = useMutation({
    mutationFn: async (incident: Incident) =>
      (await loadStyled(() => import('./take-incident.ts'))).takeIncident(incident, email),
    onSuccess: notify,
    onError: notifyProblem,
    onSettled: (_, __, { id }) => refresh(id),
  })
  return (
    <WorkList
      title={isOfGroups ? w.unassignedOfGroups : w.unassigned}
      list={list}
      empty={isOfGroups ? w.noneOfGroups(groups.join(', ')) : w.noneUnassigned}
      all={{ to: '/incidents', search: { ...openIncidents, ...ofGroups, unassigned: true } }}
    >
      {(incident) => (
        <IncidentLine
          incident={incident}
          action={
            <Button
              size="compact-xs"
              variant="default"
              aria-label={w.takeOne(incident.id)}
              loading={take.isPending && take.variables.id === incident.id}
              onClick={() => take.mutate(incident)}
            >
              {w.take}
            </Button>
          }
        />
      )}
    </WorkList>
  )
}
