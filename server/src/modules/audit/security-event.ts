export const securityActions = [
  'signed_in',
  'sign_in_refused',
  'token_issued',
  'token_refused',
  'access_refused',
] as const
export type SecurityAction = (typeof securityActions)[number]

/** A sign-in, token or access event. It never contains a secret: unauthenticated input is not stored. */
export interface SecurityEvent {
  action: SecurityAction
  /** The caller; absent if unauthenticated. */
  actor?: { id: string; email: string } | undefined
  /** The account, client or key concerned. */
  subject_id: string
  address: string | undefined
  user_agent: string | undefined
  details?: Record<string, string | string[] | undefined>
}

const longestText = 300

export const principalOf = ({ action, actor, address }: SecurityEvent): string =>
  JSON.stringify([action, actor ? `id ${actor.id}` : `address ${address}`])

/** What an entry says of all the events that it counts. Of unauthenticated callers it is the address alone. */
export const originOf = ({ actor, address, user_agent = '', details = {} }: SecurityEvent): string => {
  const { grant_type, client_id, api_key_id } = details
  const program = user_agent.slice(0, longestText)
  return actor ? JSON.stringify([address, program, grant_type, client_id, api_key_id]) : ''
}

export const withoutOrigin = ({ action, actor, subject_id }: SecurityEvent): SecurityEvent => ({
  action,
  actor,
  subject_id,
  address: undefined,
  user_agent: undefined,
})

export const withoutPrincipal = ({ action }: SecurityEvent): SecurityEvent =>
  withoutOrigin({ action, subject_id: 'others', address: undefined, user_agent: undefined })

const anonymousActor = { id: 'anonymous', email: 'anonymous' }

export function toEntry(
  { action, actor = anonymousActor, subject_id, address, user_agent, details }: SecurityEvent,
  at: Date,
) {
  const given = Object.entries({ ...details, address, user_agent }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, short(value)] as const],
  )
  return {
    at,
    actor_id: actor.id,
    actor: actor.email,
    action,
    subject_id: short(subject_id || 'unknown') as string,
    details: Object.fromEntries(given),
  }
}

const maxValues = 10

const short = (value: string | string[]): string | string[] =>
  typeof value === 'string'
    ? printable(value.slice(0, longestText))
    : value.slice(0, maxValues).map((each) => printable(each.slice(0, longestText)))

/** A header is untrusted: control characters and unpaired surrogates are removed. */
const printable = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '?')
