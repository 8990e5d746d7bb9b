import { Alert, Badge, Group } from '@mantine/core'
import { useState } from 'react'
import { useList } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import { saveField } from '../records/editing/save-field.ts'
import { RecordLink } from '../records/record-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { notify } from '../shell/notify.ts'
import { Section } from '../shell/section.tsx'
import { incidents as w } from '../words/incidents.ts'
import { PossibleDuplicates } from './possible-duplicates.tsx'
import { isOpen } from './steps.tsx'

/** Where the work is done. */
export const OriginalNotice = ({ incident }: { incident: Incident }) =>
  incident.duplicate_of && (
    <Alert role="note">
      {w.isDuplicateOf} <RecordLink id={incident.duplicate_of} c="inherit" underline="always" />
    </Alert>
  )

/** The duplicates of an incident, and while it is open, incidents that it may be a duplicate of. */
export function Duplicates({ incident, record }: { incident: Incident; record: EditableRecord }) {
  const { id, short_description, duplicate_of } = incident
  const [failure, setFailure] = useState<Error>()
  const known = useList('/incidents', { duplicate_of: id, limit: '20' })
  const { save, reload } = record
  const mark = async (original: string) => {
    try {
      await saveField({ save: save!, reload }, 'duplicate_of', { value: original, base: null }, record)
      setFailure(undefined)
      notify(w.marked(id, original))
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return (
    <>
      {known.rows.length > 0 && (
        <Section title={w.duplicates(known.total!)} actions={<AllDuplicates id={id} />}>
          {known.rows.map((duplicate) => (
            <Group key={duplicate.id} gap="xs" justify="space-between">
              <RecordLink id={duplicate.id} title={duplicate.short_description} />
              <Badge color="gray">{w.states[duplicate.state]}</Badge>
            </Group>
          ))}
        </Section>
      )}
      {failure && <Failure error={failure} />}
      {isOpen(incident) && !duplicate_of && (
        <PossibleDuplicates
          text={short_description}
          without={id}
          mark={save && known.total === 0 ? (original) => void mark(original) : undefined}
        />
      )}
    </>
  )
}

const AllDuplicates = ({ id }: { id: string }) => (
  <AnchorLink size="sm" to="/incidents" search={{ duplicate_of: id }}>
    {w.asList}
  </AnchorLink>
)
