import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../../../config.ts'
import { hmac, type Keys } from '../../../kernel/crypto.ts'
import type { NewPasskey, PasskeyRow } from './model.ts'

/** Loaded for the first passkey: it contains parsers for certificates, which take a tenth of the time of a start. */
const webauthn = () => import('@simplewebauthn/server')

/** Browsers bind a passkey to a host name, never to an IP address. */
export const arePasskeysPossible = ({ base_url }: Config): boolean => {
  const { hostname } = new URL(base_url)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
}

const relyingParty = ({ base_url }: Config) => ({
  rpID: new URL(base_url).hostname,
  origin: new URL(base_url).origin,
})

type Transport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'

/** The form that the library expects. */
const toCredential = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports as Transport[],
})

interface Person {
  id: string
  email: string
  name: string
}

export const registrationOptions = async (
  config: Config,
  person: Person,
  known: PasskeyRow[],
  challenge: Uint8Array<ArrayBuffer>,
) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: config.service_instance,
    rpID: relyingParty(config).rpID,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    challenge,
    attestationType: 'none',
    excludeCredentials: known.map(toCredential),
    // A discoverable passkey can also replace the password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** Undefined if the response does not match the challenge, the service or its key. */
export async function verifyRegistration(
  config: Config,
  response: unknown,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const { rpID, origin } = relyingParty(config)
  const verified = await undefinedIfRefused(async () => {
    await checkHasNoCertificate(response as RegistrationResponseJSON)
    return (await webauthn()).verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    })
  })
  if (!verified?.verified) return undefined
  const { credential } = verified.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: (credential.transports ?? []).map(String),
  }
}

/**
 * No attestation is requested: the library would fetch the revocation list from an address in the certificate, which its
 * sender chooses.
 */
async function checkHasNoCertificate({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const isPlain = ['none', 'packed'].includes(attestation.get('fmt'))
  if (!isPlain || attestation.get('attStmt').get('x5c') !== undefined)
    throw new Error('The passkey has an attestation')
}

/** With the passkeys of the user after a correct password, or of any user if `known` is empty. */
export const authenticationOptions = async (
  config: Config,
  known: PasskeyRow[],
  challenge: Uint8Array<ArrayBuffer>,
) =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    challenge,
    allowCredentials: known.map(toCredential),
    userVerification: known.length > 0 ? 'preferred' : 'required',
  })

/** The new signature counter; undefined if the response is invalid. */
export async function verifyAuthentication(
  config: Config,
  passkey: PasskeyRow,
  response: unknown,
  expected: { challenge: string; userVerification: boolean },
): Promise<number | undefined> {
  const { rpID, origin } = relyingParty(config)
  const verified = await undefinedIfRefused(async () =>
    (await webauthn()).verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.sign_count,
      },
      requireUserVerification: expected.userVerification,
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

/** The library throws for any invalid browser input: that is a refusal, not an internal error. */
async function undefinedIfRefused<Verdict>(verify: () => Promise<Verdict>): Promise<Verdict | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}

/** Unique for each sign-in and purpose, and secret, because the ID of a sign-in is used for one session only. */
export const challengeFor = (keys: Keys, purpose: string, uid: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hmac(keys.cookies, `passkey ${purpose} ${uid}`))

export const toText = (challenge: Uint8Array): string => Buffer.from(challenge).toString('base64url')
