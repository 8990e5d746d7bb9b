import { Badge } from '@mantine/core'
import type { Session } from '../api/schema.d.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { When } from '../shell/time.tsx'
import { profile as w } from '../words/profile.ts'
import { shell } from '../words/shell.ts'
import { browserName } from './browser-name.ts'
import { Entry } from './entries.tsx'

interface Props {
  session: Session
  end: () => Promise<void>
}

/** A session with a button to sign it out. */
export function SessionEntry({ session, end }: Props) {
  const name = browserName(session.user_agent)
  const current = (
    <Badge size="sm" color="teal">
      {w.thisBrowser}
    </Badge>
  )
  return (
    <Entry
      title={name}
      marks={session.current && current}
      facts={[
        [w.address, session.address ?? shell.none],
        [w.signedIn, <When at={session.signed_in_at} />],
        [w.lastUsed, <When at={session.last_used_at} />],
        [w.sessionExpires, <When at={session.expires_at} />],
        [w.applications, session.clients.join(', ')],
      ]}
      actions={
        <ConfirmButton
          label={w.end}
          aria-label={w.endOne(name)}
          question={session.current ? w.endOwnQuestion : w.endQuestion}
          act={end}
        />
      }
    />
  )
}
