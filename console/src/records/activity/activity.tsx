import './activity.css'
import { Badge, Button, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { ActivityEntry } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Section } from '../../shell/section.tsx'
import { When } from '../../shell/time.tsx'
import { records } from '../../words/records.ts'
import { choicesFrom, type Field } from '../field-input.tsx'
import { Attachments } from './attachments.tsx'
import { NoteText } from './note-text.tsx'
import type { ActivePath } from './paths.ts'
import { sentenceOf } from './sentences.ts'
import { useActivity } from './use-activity.ts'

const { activity: w } = records

interface Props {
  path: ActivePath
  id: string
  /** Labels for the fields and their values. */
  fields: readonly Field[]
}

/** What happened to a record, newest first: notes, and changes in words. */
export function Activity({ path, id, fields }: Props) {
  const [type, setType] = useState<'all' | 'note'>('all')
  const { entries, hasMore, more, error, retry } = useActivity(path, id, type)
  return (
    <Section
      title={w.title}
      actions={
        <SegmentedControl
          size="xs"
          value={type}
          onChange={(next) => setType(next as 'all' | 'note')}
          data={choicesFrom(w.filters)}
          aria-label={w.filterLabel}
        />
      }
    >
      {error && <Failure error={error} retry={retry} />}
      {!entries && !error && <Loading />}
      {entries?.length === 0 && <Text size="sm">{type === 'note' ? w.noNotes : w.empty}</Text>}
      <ol className="activity">
        {entries?.map((entry) => (
          <li key={entry.id} data-type={entry.type}>
            <Entry entry={entry} fields={fields} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button size="xs" variant="default" className="start" onClick={more}>
          {w.earlier}
        </Button>
      )}
    </Section>
  )
}

function Entry({ entry, fields }: { entry: ActivityEntry; fields: readonly Field[] }) {
  const { actor, at, action, note } = entry
  return (
    <>
      <div className="entry-head">
        <span className="anywhere">
          <b title={actor.email}>{actor.name}</b>{' '}
          {note ? action === 'commented' && w.commented : sentenceOf(entry, fields)}
        </span>
        <When at={at} />
        {note && note.visibility !== 'team' && action !== 'commented' && (
          <Badge size="sm" variant="light" color="gray">
            {records.visibilities[note.visibility]}
          </Badge>
        )}
      </div>
      {note && (
        <article>
          <NoteText text={note.body} />
          <Attachments of={note.attachments} />
        </article>
      )}
    </>
  )
}
