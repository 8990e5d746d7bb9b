import { Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Answer } from '../api/client.ts'
import type { Records } from '../api/paths.ts'
import { useChange, useRecord, useRefresh } from '../api/records.ts'
import { Facts, type Fact } from '../records/facts.tsx'
import type { Draft, Field } from '../records/field-input.tsx'
import { Fields } from '../records/fields.tsx'
import { Loaded } from '../records/loaded.tsx'
import { useDeletion } from '../records/use-deletion.ts'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { BackLink, ButtonLink } from '../shell/links.tsx'
import { Secret } from '../shell/secret.tsx'
import { Section } from '../shell/section.tsx'
import { administration as w } from '../words/administration.ts'
import { profile } from '../words/profile.ts'
import { records } from '../words/records.ts'
import { Status } from './badges.tsx'
import type { AccountPath } from './model.ts'

interface Kind<P extends AccountPath> {
  /** API path, and the console path of the list. */
  path: P
  list: string
  fields: readonly Field[]
  facts: (account: Records[P]) => readonly Fact[]
  /** The button that issues a new secret, and its confirmation question. */
  renew: { label: string; question: string; make: (answer: Answer<Records[P]>) => Promise<string> }
  secretOf: (account: Records[P]) => string
  deleteQuestion: string
  /** Sections below the fields. */
  more?: (account: Records[P]) => ReactNode
}

/** A user or a client: its fields, a new secret, and deletion. */
export function AccountPage<P extends AccountPath>({ id, kind }: { id: string; kind: Kind<P> }) {
  const query = useRecord(kind.path, id)
  return (
    <Stack maw={820}>
      <BackLink to={kind.list}>{w.back}</BackLink>
      <Loaded query={query}>{(answer) => <AccountDetails key={id} answer={answer} kind={kind} />}</Loaded>
    </Stack>
  )
}

function AccountDetails<P extends AccountPath>({
  answer,
  kind,
}: {
  answer: Answer<Records[P]>
  kind: Kind<P>
}) {
  const account = answer.body
  // A new password ends one's own session before it can be copied.
  const isOwn = useMe().me?.id === account.id
  const [secret, setSecret] = useState<string>()
  const refresh = useRefresh(kind.path)
  const erase = useDeletion(kind.path, kind.list)
  const { mutateAsync } = useChange(kind.path, account.id)
  const save = (patch: Draft, etag: string | undefined) => mutateAsync({ patch, etag })
  // Refreshed also after an error: the user must see what others changed.
  const renew = () =>
    kind.renew
      .make(answer)
      .then(setSecret)
      .finally(() => refresh(account.id))
  const actions = (
    <Group gap="xs">
      {isOwn ? (
        <ButtonLink to="/profile" size="xs" variant="default">
          {profile.password}
        </ButtonLink>
      ) : (
        <ConfirmButton label={kind.renew.label} question={kind.renew.question} act={renew} />
      )}
      <ConfirmButton
        label={records.delete}
        title={records.deleteOne(account.name)}
        question={kind.deleteQuestion}
        act={() => erase(account.id)}
      />
    </Group>
  )
  return (
    <>
      <Section title={account.name} actions={actions}>
        <Group gap="xs" data-version={account.version}>
          <Status active={account.active} />
          {!kind.fields.some(({ name }) => name === 'email') && (
            <Text size="sm" className="anywhere">
              {account.email}
            </Text>
          )}
        </Group>
        {secret && <Secret label={kind.secretOf(account)} value={secret} />}
        <Fields fields={kind.fields} answer={answer} save={save} />
        <Facts facts={kind.facts(account)} />
      </Section>
      {kind.more?.(account)}
    </>
  )
}
