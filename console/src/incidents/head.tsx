import type { Incident } from '../api/schema.d.ts'
import { EditableField } from '../records/editing/editable-field.tsx'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import { incidents as w } from '../words/incidents.ts'
import { assignee, group, priority } from './fields.ts'
import { Sla } from './sla/sla.tsx'
import { StateMenu, type useSteps } from './steps.tsx'

interface Props {
  incident: Incident
  record: EditableRecord
  steps: ReturnType<typeof useSteps>
}

/** What matters about an incident, in one line. */
export const Head = ({ incident, record, steps }: Props) => (
  <>
    <EditableField record={record} field={priority} />
    <StateMenu incident={incident} steps={steps} />
    <EditableField record={record} field={group} empty={w.noGroup} />
    <EditableField record={record} field={assignee} empty={w.unassigned} />
    <Sla id={incident.id} state={incident.state} />
  </>
)
