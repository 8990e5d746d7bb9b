import './activity.css'
import { Badge, Button, SegmentedControl, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ActivityEntry } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Section } from '../../shell/section.tsx'
import { When } from '../../shell/time.tsx'
import { useMe } from '../../session/me.ts'
import { records } from '../../words/records.ts'
import { choicesFrom } from '../choices-from.ts'
import type { Field } from '../field-input.tsx'
import { Attachments } from './attachments.tsx'
import { NoteText } from './note-text.tsx'
import type { ActivePath } from '../../api/paths.ts'
import { sentenceOf } from './sentences.ts'
import { useActivity } from './use-activity.ts'
import { WaitingNotes } from './waiting-notes.tsx'
import { useFittingEntries } from './use-fitting-entries.ts'

const { activity: w } = records

interface Props {
  path: ActivePath
  id: string
  /** Labels for the fields and their values. */
  fields: readonly Field[]
}

/** What happened to a record, the latest at the end, above the form for a note: notes, and changes in words. */
export function Activity({ path, id, fields }: Props) {
  const [type, setType] = useState<'all' | 'note'>('all')
  const { entries, hasMore, more, error, retry } = useActivity(path, id, type)
  const { list, hidden, unfold } = useFittingEntries(entries)
  const frame = useRef<HTMLDivElement>(null)
  const showEarlier = () => {
    frame.current?.focus({ preventScroll: true }) // the button may be gone
    unfold()
    if (hasMore) more()
  }
  const latest = useOwnNoteInSight(entries?.[0])
  const news = useNews(entries, `${id} ${type}`, fields)
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
      <div role="status" className="unseen">
        <span key={news.id}>{news.text}</span>
      </div>
      {error && <Failure error={error} retry={retry} />}
      {!entries && !error && <Loading />}
      {entries?.length === 0 && <Text size="sm">{type === 'note' ? w.noNotes : w.empty}</Text>}
      <div ref={frame} role="group" aria-label={w.title} tabIndex={-1} className="activity-list">
        {(hasMore || hidden > 0) && (
          <Button size="compact-sm" variant="default" mb={8} onClick={showEarlier}>
            {hasMore ? w.earlier : w.earlierOf(hidden)}
          </Button>
        )}
        <ol className="activity" ref={list}>
          {entries?.toReversed().map((entry) => (
            <li key={entry.id} data-type={entry.type} ref={entry === entries[0] ? latest : undefined}>
              <Entry entry={entry} fields={fields} />
            </li>
          ))}
        </ol>
        <WaitingNotes path={path} id={id} />
      </div>
    </Section>
  )
}

/** Whoever has added a note sees it, even if they were reading earlier activity. */
function useOwnNoteInSight(newest: ActivityEntry | undefined) {
  const { me } = useMe()
  const element = useRef<HTMLLIElement>(null)
  const seen = useRef(newest?.id)
  useEffect(() => {
    const isLater = seen.current !== undefined && seen.current !== newest?.id
    seen.current = newest?.id
    if (isLater && newest?.note && newest.actor.email === me?.email)
      element.current?.scrollIntoView({ block: 'nearest' })
  }, [newest?.id])
  return element
}

/** What is added while the page is open, for screen readers; not what it opens with, or what another filter shows. */
function useNews(entries: ActivityEntry[] | undefined, list: string, fields: readonly Field[]) {
  const { me } = useMe()
  const [news, setNews] = useState({ id: '', text: '' })
  const seen = useRef({ list: '', at: '' })
  const newest = entries?.[0]
  useEffect(() => {
    if (!entries) return
    const before = seen.current
    seen.current = { list, at: newest?.at ?? '' }
    if (!newest || before.list !== list || before.at > newest.at) return
    const { id, actor, note } = newest
    const ofNote = () => (actor.email === me?.email ? w.noteAdded : w.noteFrom(actor.name))
    setNews({ id, text: note ? ofNote() : `${actor.name} ${sentenceOf(newest, fields)}` })
  }, [entries === undefined, newest?.id, list])
  return news
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
          <Badge size="sm" color="gray">
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
