import { api, withId } from '../api/client.ts'
import { at } from '../api/paths.ts'
import { remove, useList, useRefresh } from '../api/records.ts'
import type { Session } from '../api/schema.d.ts'
import { Entries } from '../records/entries.tsx'
import { SessionEntry } from '../records/session-entry.tsx'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { administration as w } from '../words/administration.ts'
import { profile } from '../words/profile.ts'

/** Sign-ins and sign-outs publish no events, so the list is polled. */
const pollInterval = 15_000

/** The sessions of a user, which an administrator can end. */
export function UserSessions({ id }: { id: string }) {
  const path = at('/users/{id}/sessions', { id })
  const list = useList(path, {}, { every: () => pollInterval })
  const refresh = useRefresh(path)
  const end = async (session: Session) => {
    await remove(path, session.id)
    notify(profile.ended)
    await refresh()
  }
  const endAll = async () => {
    await api.DELETE('/users/{id}/sessions', withId(id))
    notify(w.users.signedOut)
    await refresh()
  }
  return (
    <Section
      title={profile.sessions}
      actions={<ConfirmButton label={w.users.signOut} question={w.users.signOutQuestion} act={endAll} />}
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
