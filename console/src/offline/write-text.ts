import { upperFirst } from '@mantine/hooks'
import { pageOfRecord } from '../shell/record-pages.ts'
import { offline as w } from '../words/offline.ts'
import { recordOf, type Write } from './write.ts'

const idOf = ({ path }: Write) => recordOf(path)?.split('/').at(-1)

/** The page of the record that a change is about; undefined for a new record. */
export const pageOfWrite = (write: Write): string | undefined => {
  const id = idOf(write)
  return id && pageOfRecord(id)
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What somebody has written, so that it is recognised and can be copied. */
export function titleOf(write: Write): string {
  const { path, body = {} } = write
  const id = idOf(write)
  const given = body as Record<string, unknown>
  if (id && typeof given.body === 'string' && /\/(notes|comments)$/.test(path))
    return `${w.note(id)}: ${given.body}`
  const subject = id ?? w.newRecord
  const verb = id && write.method === 'post' ? [upperFirst(path.split('/').at(-1)!)] : []
  const values = Object.entries(given).map(
    ([field, value]) => `${upperFirst(field.replaceAll('_', ' '))}: ${text(value)}`,
  )
  return `${subject}: ${[...verb, ...values].join(', ')}`
}
