import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { useRead } from '../api/records.ts'
import type { EnrolledFactor } from '../api/schema.d.ts'
import { Entries, entriesOf } from '../records/entries.tsx'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { twoFactor as w } from '../words/two-factor.ts'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FactorEntry } from './factor-entry.tsx'
import { path, useRefreshSecondFactors } from './second-factors.ts'

export function TwoFactorPage() {
  const { me } = useMe()
  if (!me) return <Loading />
  if (me.kind === 'user') return <OwnSecondFactors />
  return (
    <Section title={w.title}>
      <Text size="sm">{w.identityProvider}</Text>
    </Section>
  )
}

function OwnSecondFactors() {
  const query = useRead(path)
  const { data } = query
  const refresh = useRefreshSecondFactors()
  const [adding, setAdding] = useState<'app' | 'passkey'>()
  const [codes, setCodes] = useState<string[]>()
  const added = async ({ recovery_codes }: EnrolledFactor) => {
    setAdding(undefined)
    if (recovery_codes) setCodes(recovery_codes)
    notify(w.isAdded)
    await refresh()
  }
  const renew = async () => {
    const { recovery_codes } = await bodyOf(api.POST('/profile/recovery-codes'))
    setCodes(recovery_codes)
    await refresh()
  }
  const cancel = () => setAdding(undefined)
  const isLast = data?.total === 1
  return (
    <Stack>
      {codes && <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />}
      <Section
        title={w.title}
        actions={
          !adding && (
            <Group gap="xs">
              <Button size="xs" onClick={() => setAdding('app')}>
                {w.addApp}
              </Button>
              <Button size="xs" onClick={() => setAdding('passkey')}>
                {w.addPasskey}
              </Button>
            </Group>
          )
        }
      >
        <Text size="sm">{w.hint}</Text>
        {data?.required && <Alert role="note">{w.required}</Alert>}
        {adding === 'app' && <AddApp added={added} cancel={cancel} />}
        {adding === 'passkey' && <AddPasskey added={added} cancel={cancel} />}
        <Entries list={entriesOf(query)} idOf={({ id }) => id} count={w.count} empty={w.none}>
          {(factor) => <FactorEntry factor={factor} isLast={isLast} />}
        </Entries>
      </Section>
      {data !== undefined && data.total > 0 && (
        <Section
          title={w.recovery}
          actions={<ConfirmButton label={w.renew} question={w.renewQuestion} act={renew} />}
        >
          <Text size="sm">{w.recoveryHint}</Text>
          <Text size="sm" fw={600}>
            {w.left(data.recovery_codes_left)}
          </Text>
        </Section>
      )}
    </Stack>
  )
}
