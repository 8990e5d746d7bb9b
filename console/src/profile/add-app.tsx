import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { ConfirmTotp, EnrolledFactor } from '../api/schema.d.ts'
import type { Draft, FieldOf } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { Loaded } from '../records/loaded.tsx'
import { twoFactor as w } from '../words/two-factor.ts'
import { QrCode } from './qr-code.tsx'

const path = '/profile/second-factors/totp'

const fields: readonly FieldOf<ConfirmTotp>[] = [
  { name: 'code', label: w.code, required: true, autoComplete: 'one-time-code' },
  { name: 'name', label: w.name, hint: w.appNameHint },
]

interface Props {
  added: (factor: EnrolledFactor) => Promise<void>
  cancel: () => void
}

export function AddApp({ added, cancel }: Props) {
  // Each request creates a new secret, so it must not be repeated automatically.
  const query = useQuery({
    queryKey: [path],
    queryFn: () => bodyOf(api.POST(path)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const submit = async (given: Draft) =>
    added(await bodyOf(api.POST('/profile/second-factors/totp/confirm', { body: given as ConfirmTotp })))
  return (
    <Loaded query={query}>
      {({ secret, otpauth_uri }) => (
        <Stack gap="sm">
          <Text size="sm">{w.appHint}</Text>
          <QrCode text={otpauth_uri} label={w.qrCode} />
          <Text size="sm">
            {w.appKey} <Code className="secret">{secret}</Code>
          </Text>
          <Form fields={fields} label={w.confirm} submit={submit} cancel={cancel} />
        </Stack>
      )}
    </Loaded>
  )
}
