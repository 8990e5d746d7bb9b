import { Code, Group, List, Text } from '@mantine/core'
import { useRead } from '../api/records.ts'
import { Facts } from '../records/facts.tsx'
import { Loaded } from '../records/loaded.tsx'
import { CopyAction } from '../shell/copy-action.tsx'
import { Section } from '../shell/section.tsx'
import { settings } from '../words/settings.ts'

const { identityProvider: w } = settings

/** The identity provider that the service was started with, or how to connect one. */
export function IdentityProviderPage() {
  return (
    <Section title={w.title}>
      <Loaded query={useRead('/settings')}>
        {({ data }) => {
          const values = new Map(data.map(({ name, value }) => [name, value ?? '']))
          const valueOf = (name: string) => values.get(name) ?? ''
          return valueOf('OIDC_ISSUER') ? <Provider valueOf={valueOf} /> : <NoProvider valueOf={valueOf} />
        }}
      </Loaded>
    </Section>
  )
}

interface Props {
  valueOf: (name: string) => string
}

const Provider = ({ valueOf }: Props) => (
  <>
    <Text size="sm">{w.hint}</Text>
    <Facts
      facts={[
        [w.issuer, valueOf('OIDC_ISSUER')],
        [w.name, valueOf('OIDC_NAME') || new URL(valueOf('OIDC_ISSUER')).host],
        [w.signIn, valueOf('OIDC_CLIENT_ID') ? w.signInOn : w.signInOff],
        [w.tokens, valueOf('OIDC_AUDIENCE') ? w.tokensOn(valueOf('OIDC_AUDIENCE')) : w.tokensOff],
        [w.claim, valueOf('OIDC_ROLES_CLAIM')],
        [w.unverified, w.unverifiedChoices[valueOf('OIDC_UNVERIFIED_EMAIL')]],
        [w.keyTrust, w.days(Number(valueOf('OIDC_KEY_TRUST_DAYS')))],
      ]}
    />
    <RedirectUri valueOf={valueOf} />
  </>
)

const NoProvider = ({ valueOf }: Props) => (
  <>
    <Text size="sm">{w.none}</Text>
    <List type="ordered" size="sm">
      {w.steps.map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
    <RedirectUri valueOf={valueOf} />
  </>
)

function RedirectUri({ valueOf }: Props) {
  const address = `${valueOf('BASE_URL')}/login/outside`
  return (
    <Group gap="xs">
      <Text size="sm" fw={500}>
        {w.redirect}
      </Text>
      <Code className="anywhere">{address}</Code>
      <CopyAction value={address} size="compact-xs" />
    </Group>
  )
}
