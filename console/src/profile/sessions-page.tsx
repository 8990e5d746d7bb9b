import { Text } from '@mantine/core'
import { api } from '../api/client.ts'
import { remove, useList, useRefresh } from '../api/records.ts'
import type { Session } from '../api/schema.d.ts'
import { Entries } from '../records/entries.tsx'
import { SessionEntry } from '../records/session-entry.tsx'
import { dropTokens, signIn } from '../session/session.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { profile as w } from '../words/profile.ts'

const path = '/profile/sessions'

/** The token of this page has been revoked. */
async function leave(): Promise<void> {
  dropTokens()
  await signIn()
}

export function SessionsPage() {
  const list = useList(path)
  const refresh = useRefresh(path)
  const endAll = async () => {
    await api.DELETE(path)
    await leave()
  }
  const end = async ({ id, current }: Session) => {
    await remove(path, id)
    if (current) return leave()
    notify(w.ended)
    return refresh()
  }
  return (
    <Section
      title={w.sessions}
      actions={<ConfirmButton label={w.endAll} question={w.endAllQuestion} act={endAll} />}
    >
      <Text size="sm">{w.sessionsHint}</Text>
      <Entries list={list} idOf={({ id }) => id} count={w.countSessions} empty={w.noSessions}>
        {(session) => <SessionEntry session={session} end={() => end(session)} />}
      </Entries>
    </Section>
  )
}
