import type { Incident } from '../api/schema.d.ts'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import { PersonName } from '../records/person.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { incidents as w } from '../words/incidents.ts'
import { records } from '../words/records.ts'
import { useDetailFields } from './fields.ts'

/** The fields that are not in the head of the page. */
export function Details({ record, incident }: { record: EditableRecord; incident: Incident }) {
  return (
    <Section title={records.details}>
      <EditableFields
        record={record}
        fields={useDetailFields()}
        facts={[
          [w.openedBy, <PersonName key="opened" email={incident.opened_by} withoutInitials />],
          [records.created, <When key="created" at={incident.created_at} />],
          [records.updated, <When key="updated" at={incident.updated_at} />],
          ...(incident.resolved_at
            ? [[w.resolved, <When key="resolved" at={incident.resolved_at} />] as const]
            : []),
        ]}
      />
    </Section>
  )
}
