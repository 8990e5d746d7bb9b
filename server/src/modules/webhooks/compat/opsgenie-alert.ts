import { byLine } from './by-line.ts'

/** The rules of Opsgenie's Alert API that its clients rely on. */
const longestAlias = 512
const priorities = ['P1', 'P2', 'P3', 'P4', 'P5']

export interface OpsgenieAlert {
  message: string
  alias?: string
  responders?: unknown
  teams?: unknown
}

/** Errors by field; empty for a valid alert. */
export function errorsOf(alert: unknown): Record<string, string> {
  if (typeof alert !== 'object' || alert === null || Array.isArray(alert))
    return { body: 'Request body is not a JSON object.' }
  const { message, alias, priority } = alert as Record<string, unknown>
  const errors: Record<string, string> = {}
  if (typeof message !== 'string' || message.trim() === '') errors.message = 'Message can not be empty.'
  if (alias !== undefined && alias !== null && (typeof alias !== 'string' || alias.length > longestAlias))
    errors.alias = `Alias should be a text of at most ${longestAlias} characters.`
  if (priority !== undefined && priority !== null && !priorities.includes(priority as string))
    errors.priority = `Priority should be one of [ ${priorities.join(', ')} ].`
  return errors
}

interface Responder {
  type?: unknown
  name?: unknown
}

const listOf = (value: unknown): Responder[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []

/** Teams that have a name first, because the mapping takes the group from the first; older clients send them as `teams`. */
export function respondersOf({ responders, teams }: { responders?: unknown; teams?: unknown }): Responder[] {
  const given = [...listOf(responders), ...listOf(teams).map((team) => ({ ...team, type: 'team' }))]
  const isNamedTeam = ({ type, name }: Responder) => type === 'team' && typeof name === 'string'
  return [...given.filter(isNamedTeam), ...given.filter((each) => !isNamedTeam(each))]
}

/** Who did something, as the original shows it in its notes. */
export function textOf(verb: string, body: unknown, fallback: string): string {
  const { user, source, note } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  const line = byLine(verb, [user, source], fallback)
  return typeof note === 'string' && note.trim() !== ''
    ? `${line}: ${note.slice(0, 25_000).toWellFormed()}`
    : line
}
