import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { answerOf, api, ifMatch, withId } from '../api/client.ts'
import { readRecord, useList, useRefresh } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { versionOf } from '../records/editing/editable-record.ts'
import { saveField } from '../records/editing/save-field.ts'
import { PersonName } from '../records/person.tsx'
import { notify } from '../shell/notify.ts'
import { problemText } from '../shell/problem-text.ts'
import { myWork as w } from '../words/my-work.ts'
import { Due } from './due.tsx'
import { openIncidents, shown } from './model.ts'
import { WorkLine, WorkList } from './work-list.tsx'

const path = '/incidents/{id}'

const accessTo = (id: string) => ({
  save: async (body: { assigned_to?: string }, { etag }: { etag: string | undefined }) =>
    versionOf(await answerOf(api.PATCH(path, { ...withId(id), body, ...ifMatch(etag) }))),
  reload: async () => versionOf(await readRecord('/incidents', id)),
})

/** The version that the list has shown. */
const shownAt = (version: number) => ({ values: { assigned_to: null }, etag: `"${version}"` })

/** Incidents that nobody has taken: those of the user's groups, or all for a user without a group. */
export function Unassigned({ email, groups }: { email: string; groups: readonly string[] }) {
  const isOfGroups = groups.length > 0
  const filters = {
    ...openIncidents,
    sort: 'sla_breach_at',
    order: 'asc',
    ...(isOfGroups && { assignment_group: groups.join(',') }),
  }
  const list = useList('/incidents', { ...filters, unassigned: 'true', limit: shown })
  const refresh = useRefresh('/incidents')
  const take = useMutation({
    mutationFn: async ({ id, version }: Incident) => {
      const patch = { value: email, base: null }
      const { isSaved, version: now } = await saveField(accessTo(id), 'assigned_to', patch, shownAt(version))
      return isSaved ? email : String(now.values.assigned_to)
    },
    onSuccess: (assignee, { id }) =>
      notify(
        assignee === email ? (
          w.taken(id)
        ) : (
          <>
            {w.takenByOther(id)} <PersonName email={assignee} withoutInitials />
          </>
        ),
      ),
    onError: (error) => notify(problemText(error)),
    onSettled: (_, __, { id }) => refresh(id),
  })
  return (
    <WorkList
      title={isOfGroups ? w.unassignedOfGroups : w.unassigned}
      list={list}
      empty={isOfGroups ? w.noneOfGroups(groups.join(', ')) : w.noneUnassigned}
      all={{ to: '/incidents', search: { ...filters, unassigned: true } }}
    >
      {(incident) => (
        <WorkLine
          to={`/incidents/${incident.id}`}
          id={incident.id}
          title={incident.short_description}
          priority={incident.priority}
          detail={<Due incident={incident} />}
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
