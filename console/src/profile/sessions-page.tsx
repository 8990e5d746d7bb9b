import { Badge, Text } from '@mantine/core'
import { call } from '../api/client.ts'
import { remove, useList, useRefresh } from '../api/records.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { forget, signIn } from '../session/session.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { tell } from '../shell/tell.ts'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import { browserName } from './browser-name.ts'

const { profile: w } = words
const path = '/profile/sessions'

interface Session {
  id: string
  clients: string[]
  address: string | null
  user_agent: string | null
  signed_in_at: string
  last_used_at: string
  expires_at: string
  current: boolean
}

/** The token of this page is worthless now. */
async function leave(): Promise<void> {
  forget()
  await signIn()
}

export function SessionsPage() {
  const list = useList<Session>(path)
  const endAll = async () => {
    await call('DELETE', path)
    await leave()
  }
  return (
    <Section
      title={w.sessions}
      actions={<ConfirmButton label={w.endAll} question={w.endAllAsks} act={endAll} />}
    >
      <Text size="sm">{w.sessionsHint}</Text>
      <Entries list={list} idOf={({ id }) => id} count={w.countSessions} empty={w.noSessions}>
        {(session) => <Shown session={session} />}
      </Entries>
    </Section>
  )
}

function Shown({ session }: { session: Session }) {
  const refresh = useRefresh(path)
  const name = browserName(session.user_agent)
  const end = async () => {
    await remove(path, session.id)
    if (session.current) return leave()
    tell(w.ended)
    return refresh()
  }
  return (
    <Entry
      title={name}
      marks={
        session.current && (
          <Badge variant="light" size="sm" color="teal">
            {w.thisOne}
          </Badge>
        )
      }
      facts={[
        [w.address, session.address ?? words.none],
        [w.signedIn, <When at={session.signed_in_at} />],
        [w.lastUsed, <When at={session.last_used_at} />],
        [w.sessionExpires, <When at={session.expires_at} />],
        [w.applications, session.clients.join(', ')],
      ]}
      actions={
        <ConfirmButton
          label={w.end}
          aria-label={w.endOne(name)}
          question={session.current ? w.endOwnAsks : w.endAsks}
          act={end}
        />
      }
    />
  )
}
