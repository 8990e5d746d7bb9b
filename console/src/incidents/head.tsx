import { Text } from '@mantine/core'
import type { Incident } from '../api/schema.d.ts'
import { EditableField } from '../records/editing/editable-field.tsx'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import { words } from '../words.ts'
import { assignee, group, priority } from './fields.ts'
import { Sla } from './sla/sla.tsx'
import { StateMenu, type useSteps } from './steps.tsx'

const { incidents: w } = words

interface Props {
  incident: Incident
  record: EditableRecord
  steps: ReturnType<typeof useSteps>
}

const Missing = ({ text }: { text: string }) => (
  <Text span inherit c="dimmed">
    {text}
  </Text>
)

/** What matters about an incident, in one line. */
export const Head = ({ incident, record, steps }: Props) => (
  <>
    <EditableField record={record} field={priority} />
    <StateMenu incident={incident} steps={steps} />
    <EditableField record={record} field={group}>
      {incident.assignment_group === null && <Missing text={w.noGroup} />}
    </EditableField>
    <EditableField record={record} field={assignee}>
      {incident.assigned_to === null && <Missing text={w.unassigned} />}
    </EditableField>
    <Sla id={incident.id} state={incident.state} />
  </>
)
