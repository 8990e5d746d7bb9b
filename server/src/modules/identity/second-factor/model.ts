import { Type } from 'typebox'
import { hour, minute } from '../../../kernel/durations.ts'
import {
  Enum,
  JsonObject,
  SingleLine,
  NamedBody,
  NamedObject,
  Nullable,
  Timestamp,
  type StoredRow,
} from '../../../kernel/schema.ts'

export const factorTypes = ['totp', 'passkey'] as const
export type FactorType = (typeof factorTypes)[number]

/** Limits what one account can store. */
export const maxFactors = 20
export const recoveryCodeCount = 10

const Name = SingleLine(100, 'Name chosen by the user')

export const SecondFactor = NamedObject('SecondFactor', {
  id: Type.String(),
  type: Enum(factorTypes),
  name: Name,
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export type SecondFactor = StoredRow<typeof SecondFactor>

export const SecondFactors = NamedObject('SecondFactors', {
  data: Type.Array(SecondFactor),
  total: Type.Integer(),
  recovery_codes_left: Type.Integer({ description: 'Recovery codes that are not used yet' }),
  required: Type.Boolean({ description: 'Whether the roles of the user require a second factor' }),
})

const codes = Type.Array(Type.String())

export const RecoveryCodes = NamedObject('RecoveryCodes', { recovery_codes: codes })

export const EnrolledFactor = NamedObject('EnrolledFactor', {
  ...SecondFactor.properties,
  recovery_codes: Type.Optional({
    ...codes,
    description: 'Only with the first second factor; shown only here. Each works once',
  }),
})

export const TotpEnrolment = NamedObject('TotpEnrolment', {
  secret: Type.String({ description: 'Base32, for typing into the app' }),
  otpauth_uri: Type.String({ description: 'For a QR code' }),
  expires_at: Timestamp,
})

export const ConfirmTotp = NamedBody('ConfirmTotp', {
  code: Type.String({ minLength: 6, maxLength: 20, description: 'The code that the app shows now' }),
  name: Type.Optional(Name),
})

export const AddPasskey = NamedBody('AddPasskey', {
  name: Type.Optional(Name),
  credential: JsonObject(20_000, 'The PublicKeyCredential in its JSON form (RegistrationResponseJSON)'),
})

export const RenameFactor = NamedBody('RenameFactor', { name: Name }, [
  'id',
  'type',
  'created_at',
  'last_used_at',
])

export const defaultNames: Record<FactorType, string> = { totp: 'Authenticator app', passkey: 'Passkey' }

/** The maximum time from the first step of an enrolment to the last. */
export const enrolmentLife = 15 * minute

const freeFailures = 5

/**
 * The delay after consecutive wrong codes. An attacker who knows the password gets about thirty attempts a
 * day at a six-digit code.
 */
export const waitAfter = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(hour, minute * 2 ** (failures - freeFailures))

/** Users type codes with spaces, dashes and capitals. */
export const normalizeCode = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '')

/** Four groups of four are easier to copy than sixteen characters. */
export const formatRecoveryCode = (code: string): string => code.match(/.{4}/g)!.join('-')

/** Authentication methods as named by RFC 8176. */
export const methods = {
  password: ['pwd'],
  /** An app code and a recovery code are both one-time passwords. */
  passwordAndCode: ['pwd', 'otp', 'mfa'],
  passwordAndPasskey: ['pwd', 'pop', 'mfa'],
  passkeyAlone: ['pop', 'user', 'mfa'],
} as const satisfies Record<string, readonly string[]>

export type Methods = readonly string[]

/** The result of a passkey registration. */
export interface NewPasskey {
  credential_id: string
  public_key: string
  sign_count: number
  transports: string[]
}

export interface PasskeyRow extends NewPasskey {
  id: string
  user_id: string
}
