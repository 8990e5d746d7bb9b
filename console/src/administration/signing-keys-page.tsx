import { Badge, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { remove, useRead } from '../api/records.ts'
import { Entries, entriesOf, Entry } from '../records/entries.tsx'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'
import { records } from '../words/records.ts'

const { keys: w } = administration
const path = '/signing-keys'

export function SigningKeysPage() {
  const queries = useQueryClient()
  const query = useRead(path)
  const done = async (message: string) => {
    notify(message)
    await queries.invalidateQueries({ queryKey: [path] })
  }
  const rotate = async () => {
    await api.POST('/signing-keys/rotate')
    await done(w.rotated)
  }
  const revoke = async (kid: string) => {
    await remove(path, kid)
    await done(w.revoked)
  }
  return (
    <Section
      title={w.title}
      actions={<ConfirmButton label={w.rotate} question={w.rotateQuestion} act={rotate} />}
    >
      <Text size="sm">{w.hint}</Text>
      <Entries list={entriesOf(query)} idOf={({ kid }) => kid} count={w.count} empty={w.none}>
        {({ kid, created_at, signs }) => (
          <Entry
            title={kid}
            marks={signs && <Badge>{w.current}</Badge>}
            facts={[[records.created, <When at={created_at} />]]}
            actions={
              <ConfirmButton
                label={w.revoke}
                aria-label={w.revokeOne(kid)}
                question={w.revokeQuestion}
                act={() => revoke(kid)}
              />
            }
          />
        )}
      </Entries>
    </Section>
  )
}
