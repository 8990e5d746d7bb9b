import type { Answer } from '../api/client.ts'
import type { Ci } from '../api/schema.d.ts'
import { Activity } from '../records/activity/activity.tsx'
import { Composer } from '../records/activity/composer.tsx'
import { useNoteDraft } from '../records/activity/note-draft.ts'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import type { Fact } from '../records/facts.tsx'
import { useMe } from '../session/me.ts'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { records } from '../words/records.ts'
import { Attributes } from './attributes.tsx'
import { editable, historyFields } from './editable.ts'
import { path } from './model.ts'
import { OpenRecords } from './open-records.tsx'
import { Relationships } from './relationships.tsx'

interface Props {
  answer: Answer<Ci>
  record: EditableRecord
}

/** What is open on an item, its relationships and its activity. */
export function Overview({ answer, record }: Props) {
  const { id } = answer.body
  const own = { ids: [id], total: 1 }
  const note = useNoteDraft(path, id)
  return (
    <div className="record-columns">
      <div>
        <OpenRecords kind="incident" title={w.openIncidents} items={own} hasAll />
        <OpenRecords kind="change" title={w.openChanges} items={own} hasAll />
        <Relationships answer={answer} />
        <Activity path={path} id={id} fields={historyFields} />
        {useMe().may('agents') && <Composer path={path} id={id} draft={note} />}
      </div>
      <div className="record-side">
        <Section title={records.details}>
          <EditableFields record={record} fields={editable} facts={factsOf(answer.body)} />
        </Section>
        <Attributes record={record} />
      </div>
    </div>
  )
}

const factsOf = (ci: Ci): Fact[] => [
  [w.source, ci.discovery_source],
  [w.firstSeen, ci.first_discovered_at && <When key="first" at={ci.first_discovered_at} />],
  [w.lastSeen, ci.last_discovered_at && <When key="last" at={ci.last_discovered_at} />],
  [records.created, <When key="created" at={ci.created_at} />],
  [records.updated, <When key="updated" at={ci.updated_at} />],
]
