import { Badge, Group } from '@mantine/core'
import { remove, useRefresh } from '../api/records.ts'
import type { ApiKey } from '../api/schema.d.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { accounts } from '../words/accounts.ts'
import { profile as w } from '../words/profile.ts'
import { records } from '../words/records.ts'
import { Entry } from './entries.tsx'
import type { Fact } from './facts.tsx'

interface Props {
  apiKey: ApiKey
  path: '/api-keys' | '/profile/api-keys'
  /** Why it is no longer valid. */
  ending: string | false
  isRevoked?: boolean
  /** Asked before it is revoked. */
  question: string
  facts?: readonly Fact[]
}

export function ApiKeyEntry({ apiKey, path, ending, isRevoked = false, question, facts = [] }: Props) {
  const { id, name, roles, created_at, expires_at, last_used_at } = apiKey
  const refresh = useRefresh(path)
  const revoke = async () => {
    await remove(path, id)
    notify(w.revoked)
    await refresh()
  }
  return (
    <Entry
      title={name}
      marks={
        <Group gap={4}>
          {roles.map((role) => (
            <Badge key={role} size="sm">
              {accounts.roleNames[role]}
            </Badge>
          ))}
          {ending && (
            <Badge size="sm" color="red">
              {ending}
            </Badge>
          )}
        </Group>
      }
      facts={[
        ...facts,
        [records.created, <When at={created_at} />],
        [w.expiresAt, <When at={expires_at} />],
        [w.lastUsed, last_used_at ? <When at={last_used_at} /> : w.neverUsed],
      ]}
      actions={
        !isRevoked && (
          <ConfirmButton label={w.revoke} aria-label={w.revokeOne(name)} question={question} act={revoke} />
        )
      }
    />
  )
}
