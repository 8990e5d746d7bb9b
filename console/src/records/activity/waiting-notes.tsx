import { Text } from '@mantine/core'
import { useOutbox } from '../../offline/outbox.ts'
import { isWaiting } from '../../offline/write.ts'
import { useMe } from '../../session/me.ts'
import { Caption } from '../../shell/dimmed.ts'
import { offline } from '../../words/offline.ts'
import { NoteText } from './note-text.tsx'
import type { ActivePath } from '../../api/paths.ts'

/** Notes that were written while the service could not be reached, after those that it has. */
export function WaitingNotes({ path, id }: { path: ActivePath; id: string }) {
  const { me } = useMe()
  const notes = useOutbox().filter((write) => isWaiting(write) && write.path === `${path}/${id}/notes`)
  if (notes.length === 0) return null
  return (
    <ol className="activity">
      {notes.map(({ id, body }) => (
        <li key={id} data-type="note">
          <div className="entry-head">
            <b>{me?.name}</b>
            <Caption span>{offline.waitsToBeSent}</Caption>
          </div>
          <Text component="article" inherit c="dimmed">
            <NoteText text={(body as { body: string }).body} />
          </Text>
        </li>
      ))}
    </ol>
  )
}
