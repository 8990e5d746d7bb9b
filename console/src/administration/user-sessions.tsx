import { call } from '../api/client.ts'
import { remove, useList, useRefresh } from '../api/records.ts'
import { Entries } from '../records/entries.tsx'
import { SessionEntry, type Session } from '../records/session-entry.tsx'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { tell } from '../shell/tell.ts'
import { words } from '../words.ts'

const { administration: w, profile } = words

/** No event tells that somebody has signed in or out. */
const readEvery = 15_000

/** Where a person is signed in, for an administrator who has to end it. */
export function UserSessions({ id }: { id: string }) {
  const path = `/users/${id}/sessions`
  const list = useList<Session>(path, {}, () => readEvery)
  const refresh = useRefresh(path)
  const end = async (session: Session) => {
    await remove(path, session.id)
    tell(profile.ended)
    await refresh()
  }
  const endAll = async () => {
    await call('DELETE', path)
    tell(w.users.signedOut)
    await refresh()
  }
  return (
    <Section
      title={profile.sessions}
      actions={<ConfirmButton label={w.users.signOut} question={w.users.signOutAsks} act={endAll} />}
    >
      <Entries
        list={list}
        idOf={(session) => session.id}
        count={profile.countSessions}
        empty={w.users.noSessions}
      >
        {(session) => <SessionEntry session={session} end={() => end(session)} />}
      </Entries>
    </Section>
  )
}
