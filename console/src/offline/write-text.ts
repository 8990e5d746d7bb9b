import { upperFirst } from '@mantine/hooks'
import { labelOf } from '../shell/label-of.ts'
import { pageOfRecord } from '../shell/record-pages.ts'
import { when } from '../shell/time.tsx'
import { toText } from '../shell/to-text.ts'
import { offline as w } from '../words/offline.ts'
import { changeStates, incidentStates, requestStates } from '../words/states.ts'
import { recordOf, type Write } from './write.ts'

const idOf = ({ path }: Write) => recordOf(path)?.split('/').at(-1)

/** The page of the record that a change is about; undefined for a new record. */
export const pageOfWrite = (write: Write): string | undefined => {
  const id = idOf(write)
  return id && pageOfRecord(id)
}

const states: Record<string, string> = { ...incidentStates, ...changeStates, ...requestStates }
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/

function text(field: string, value: unknown): string {
  if (typeof value !== 'string') return toText(value)
  if (field === 'state') return states[value] ?? value
  return instant.test(value) ? when(value) : value
}

/** What somebody has written, so that it is recognised and can be copied. */
export function titleOf(write: Write): string {
  const { path, body = {} } = write
  const id = idOf(write)
  const given = body as Record<string, unknown>
  if (id && typeof given.body === 'string' && /\/(notes|comments)$/.test(path))
    return `${w.note(id)}: ${given.body}`
  const subject = id ?? w.newRecord
  const verb = id && write.method === 'post' ? [upperFirst(path.split('/').at(-1)!)] : []
  const values = Object.entries(given).map(([field, value]) => `${labelOf(field)}: ${text(field, value)}`)
  return `${subject}: ${[...verb, ...values].join(', ')}`
}
