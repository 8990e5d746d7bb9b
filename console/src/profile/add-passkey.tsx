import { Stack, Text } from '@mantine/core'
import {
  browserSupportsWebAuthn,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser'
import { call } from '../api/client.ts'
import type { Draft, Field } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { words } from '../words.ts'
import { path, type AddedFactor } from './second-factors.ts'

const { twoFactor: w } = words

const fields: readonly Field[] = [{ name: 'name', label: w.name, hint: w.passkeyNameHint }]

interface Props {
  added: (factor: AddedFactor) => Promise<void>
  cancel: () => void
}

export function AddPasskey({ added, cancel }: Props) {
  const submit = async ({ name }: Draft) => {
    const credential = await create()
    const body = { credential, ...(name ? { name } : {}) }
    await added((await call<AddedFactor>('POST', `${path}/passkeys`, { body })).body)
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
  const address = `${path}/passkeys/options`
  const { body: optionsJSON } = await call<PublicKeyCredentialCreationOptionsJSON>('POST', address)
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    // The browser's own words are for programmers, and the same for every reason.
    if (error instanceof WebAuthnError || error instanceof DOMException)
      throw new Error(w.passkeyRefused, { cause: error })
    throw error
  }
}
