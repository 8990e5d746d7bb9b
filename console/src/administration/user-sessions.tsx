import { api, withId } from '../api/client.ts'
import { at } from '../api/paths.ts'
import { remove, useList, useRefresh } from '../api/records.ts'
import type { Session } from '../api/schema.d.ts'
import { Entries } from '../records/entries.tsx'
import { SessionEntry } from '../records/session-entry.tsx'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { tell } from '../shell/tell.ts'
import { words } from '../words.ts'

const { administration: w, profile } = words

/** No event tells that somebody has signed in or out. */
const readEvery = 15_000

/** Where a person is signed in, for an administrator who has to end it. */
export function UserSessions({ id }: { id: string }) {
  const path = at('/users/{id}/sessions', { id })
  const list = useList(path, {}, () => readEvery)
  const refresh = useRefresh(path)
  const end = async (session: Session) => {
    await remove(path, session.id)
    tell(profile.ended)
    await refresh()
  }
  const endAll = async () => {
    await api.DELETE('/users/{id}/sessions', withId(id))
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
