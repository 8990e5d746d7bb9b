import { upperFirst } from '@mantine/hooks'
import { pageOfRecord } from '../shell/record-pages.ts'
import { when } from '../shell/time.tsx'
import { offline as w } from '../words/offline.ts'
import { problems } from '../words/problems.ts'
import { changeStates, incidentStates, requestStates } from '../words/states.ts'
import { recordOf, type Write } from './write.ts'

const idOf = ({ path }: Write) => recordOf(path)?.split('/').at(-1)

/** The page of the record that a change is about; undefined for a new record. */
export const pageOfWrite = (write: Write): string | undefined => {
  const id = idOf(write)
  return id && pageOfRecord(id)
}

const labelOf = (field: string) => problems.labels[field] ?? upperFirst(problems.named(field))

const states: Record<string, string> = { ...incidentStates, ...changeStates, ...requestStates }
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/

function text(field: string, value: unknown): string {
  if (value === null) return w.none
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(', ') || w.none
  if (typeof value !== 'string') return JSON.stringify(value)
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
