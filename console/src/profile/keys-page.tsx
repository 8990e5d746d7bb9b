import { Button, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { create, useList, useRefresh } from '../api/records.ts'
import type { ApiKeyWithSecret, CreateApiKey } from '../api/schema.d.ts'
import { ApiKeyEntry } from '../records/api-key-entry.tsx'
import { Entries } from '../records/entries.tsx'
import type { Draft, FieldOf } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { coversRole, roles, useMe } from '../session/me.ts'
import { Secret } from '../shell/secret.tsx'
import { Section } from '../shell/section.tsx'
import { profile as w } from '../words/profile.ts'
import { accounts } from '../words/accounts.ts'
import { shell } from '../words/shell.ts'

const path = '/profile/api-keys'

export function KeysPage() {
  const list = useList(path)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<ApiKeyWithSecret>()
  const refresh = useRefresh(path)
  const submit = async (given: Draft) => {
    setMade(await create(path, given))
    setMaking(false)
    await refresh()
  }
  const actions = !isMaking && (
    <Button size="xs" onClick={() => setMaking(true)}>
      {w.newKey}
    </Button>
  )
  return (
    <Section title={w.keys} actions={actions}>
      <Text size="sm">{w.keysHint}</Text>
      {made && <CreatedKey key={made.id} made={made} />}
      {isMaking && <NewKeyForm submit={submit} cancel={() => setMaking(false)} />}
      <Entries list={list} idOf={({ id }) => id} count={w.countKeys} empty={w.noKeys}>
        {(key) => (
          <ApiKeyEntry
            apiKey={key}
            path={path}
            ending={new Date(key.expires_at) <= new Date() && w.expired}
            question={w.revokeQuestion(key.name)}
          />
        )}
      </Entries>
    </Section>
  )
}

interface FormProps {
  submit: (given: Draft) => Promise<void>
  cancel: () => void
}

function NewKeyForm({ submit, cancel }: FormProps) {
  const { me } = useMe()
  const ownRoles = me?.roles ?? []
  const choices = roles
    .filter((role) => coversRole(ownRoles, role))
    .map((role) => ({ value: role, label: accounts.roleNames[role] }))
  const fields: readonly FieldOf<CreateApiKey>[] = [
    { name: 'name', label: w.keyName, hint: w.keyNameHint, required: true },
    { name: 'roles', label: w.keyRoles, kind: 'choices', choices },
    { name: 'expires_at', label: w.expires, hint: w.expiresHint, kind: 'time' },
  ]
  return (
    <Form
      fields={fields}
      initial={{ roles: ownRoles }}
      label={shell.create}
      submit={submit}
      cancel={cancel}
    />
  )
}

const CreatedKey = ({ made: { name, key } }: { made: ApiKeyWithSecret }) => (
  <>
    <Secret label={w.keyMade(name)} value={key} />
    <Text size="sm">{w.keyUse}</Text>
    <Code block className="anywhere">
      {[
        `curl ${location.origin}/oauth2/token`,
        '-d grant_type=urn:ietf:params:oauth:grant-type:token-exchange',
        '-d subject_token_type=urn:mainstay:token-type:api-key',
        '-d subject_token=mk_…',
      ].join(' \\\n  ')}
    </Code>
  </>
)
