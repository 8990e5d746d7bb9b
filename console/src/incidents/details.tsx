import { Facts } from '../records/facts.tsx'
import type { Answer } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'
import type { Draft } from '../records/field-input.tsx'
import { Fields } from '../records/fields.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Values } from '../records/values.tsx'
import { useMe } from '../session/me.ts'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { summary, useFields } from './fields.ts'

const { incidents: w, records } = words

export type Save = (patch: Draft, etag: string | undefined) => Promise<unknown>

/** The fields, editable for users with permission. */
export function Details({ answer, save }: { answer: Answer<Incident>; save: Save }) {
  const { may } = useMe()
  const fields = [summary, ...useFields()]
  const incident = answer.body
  return (
    <Section title={w.details}>
      {may('agents') ? (
        <Fields fields={fields} answer={answer} save={save} />
      ) : (
        <>
          <Values fields={fields} record={incident} />
          {incident.ci_id && <RecordLink kind="ci" id={incident.ci_id} />}
          {incident.change_id && <RecordLink kind="change" id={incident.change_id} />}
        </>
      )}
      <Facts
        facts={[
          [w.openedBy, incident.opened_by],
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
