import { Stack, Text } from '@mantine/core'
import {
  browserSupportsWebAuthn,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser'
import { api, bodyOf } from '../api/client.ts'
import type { AddPasskey, EnrolledFactor } from '../api/schema.d.ts'
import type { Draft, FieldOf } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { twoFactor as w } from '../words/two-factor.ts'

const fields: readonly FieldOf<AddPasskey>[] = [{ name: 'name', label: w.name, hint: w.passkeyNameHint }]

interface Props {
  added: (factor: EnrolledFactor) => Promise<void>
  cancel: () => void
}

export function AddPasskey({ added, cancel }: Props) {
  const submit = async ({ name }: Draft) => {
    const credential = await create()
    const body = { credential: { ...credential }, ...(name ? { name: name as string } : {}) }
    await added(await bodyOf(api.POST('/profile/second-factors/passkeys', { body })))
  }
  if (!browserSupportsWebAuthn()) return <Text size="sm">{w.noPasskeys}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm">{w.passkeyHint}</Text>
      <Form fields={fields} label={w.createPasskey} submit={submit} cancel={cancel} />
    </Stack>
  )
}

async function create() {
  const options = await bodyOf(api.POST('/profile/second-factors/passkeys/options'))
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    // The messages of the browser are meant for developers and do not tell the reasons apart.
    if (error instanceof WebAuthnError || error instanceof DOMException)
      throw new Error(w.passkeyRefused, { cause: error })
    throw error
  }
}
