import { idsInText } from '../../../kernel/record-ids.ts'

const id = new RegExp(idsInText, 'g')
const whole = new RegExp(`^(?:${id.source})$`)

export const idsIn = (text: string): string[] => text.match(id) ?? []

/** Fields whose ids come from the service; other fields contain text of users. */
const fields = new Set(
  'id ci_id change_id source_incident_id ci_ids incident_ids relationships conflicts'.split(' '),
)

/** The ids of the records in a tool result. */
export function recordsIn(found: unknown, field = 'id'): string[] {
  if (Array.isArray(found)) return found.flatMap((each) => recordsIn(each, field))
  if (typeof found === 'object' && found !== null)
    return Object.entries(found).flatMap(([name, value]) => recordsIn(value, name))
  return typeof found === 'string' && fields.has(field) && whole.test(found) ? [found] : []
}

/** A model's text without ids of records that it has not read. */
export const withKnownIds = (text: string, known: ReadonlySet<string>): string =>
  text.replace(id, (found) => (known.has(found) ? found : '(unknown record)'))
