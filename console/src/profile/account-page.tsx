import { Badge, Group, Stack, Text } from '@mantine/core'
import { api } from '../api/client.ts'
import type { ChangePassword as ChangePasswordRequest, Profile as Me } from '../api/schema.d.ts'
import { Facts } from '../records/facts.tsx'
import type { Draft, FieldOf } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { useMe } from '../session/me.ts'
import { dropTokens, signIn } from '../session/session.ts'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { profile as w } from '../words/profile.ts'
import { accounts } from '../words/accounts.ts'

export function AccountPage() {
  const { me } = useMe()
  if (!me) return <Loading />
  return (
    <Stack>
      <Section title={w.yourAccount}>
        <Text fw={600}>{me.name}</Text>
        <Roles me={me} />
        <Facts
          facts={[
            [accounts.email, me.email],
            [w.kind, accounts.kinds[me.kind]],
          ]}
        />
      </Section>
      <Section title={w.password}>
        {me.kind === 'user' ? <ChangePassword email={me.email} /> : <Text size="sm">{w.noPassword}</Text>}
      </Section>
    </Stack>
  )
}

const Roles = ({ me }: { me: Me }) => (
  <Stack gap={4}>
    {me.roles.map((role) => (
      <Group key={role} gap="xs">
        <Badge>{accounts.roleNames[role]}</Badge>
        <Text size="sm">{accounts.roleHints[role]}</Text>
      </Group>
    ))}
  </Stack>
)

const fields: readonly FieldOf<ChangePasswordRequest>[] = [
  {
    name: 'current_password',
    label: w.currentPassword,
    kind: 'password',
    required: true,
    autoComplete: 'current-password',
  },
  {
    name: 'new_password',
    label: w.newPassword,
    kind: 'password',
    required: true,
    autoComplete: 'new-password',
  },
]

function ChangePassword({ email }: { email: string }) {
  const submit = async (given: Draft) => {
    await api.POST('/profile/password', { body: given as ChangePasswordRequest })
    dropTokens() // the service has revoked every session
    await signIn({ login_hint: email, notice: 'password_changed' })
  }
  return (
    <>
      <Text size="sm">{w.passwordHint}</Text>
      <Form fields={fields} label={w.password} submit={submit} />
    </>
  )
}
