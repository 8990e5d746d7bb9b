import { isRepeated } from '../records/is-repeated.ts'
import { problems } from '../words/problems.ts'
import type { EditableRecord, Version } from '../records/editing/editable-record.ts'

export interface Row {
  name: string
  value: string
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const toRows = (attributes: Record<string, unknown>): Row[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, value: asText(value) }))

/** An unchanged value keeps its type; a new value is text unless the old one had another type. */
function toValue(text: string, before: unknown): unknown {
  if (before === undefined || typeof before === 'string') return text
  if (text === asText(before)) return before
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export const fromRows = (rows: readonly Row[], before: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    rows
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => [name.trim(), toValue(value, before[name.trim()])]),
  )

/** What keeps a row from being saved: two rows cannot be one attribute, and a value needs a name. */
export function rowProblem(rows: readonly Row[], index: number): 'missing' | 'repeated' | undefined {
  const { name, value } = rows[index]!
  if (name.trim() === '') return value.trim() === '' ? undefined : 'missing'
  const names = rows.map((row) => row.name)
  return isRepeated(names, index) ? 'repeated' : undefined
}

export const rowsText = (rows: readonly Row[]): string =>
  rows.map(({ name, value }) => `${name}: ${value}`).join(', ')

const attributesOf = ({ values }: Version) => values.attributes as Record<string, unknown>

const rowsVersion = (version: Version): Version => ({
  values: { ...version.values, attribute_rows: toRows(attributesOf(version)) },
  etag: version.etag,
})

/** An item with its attributes as rows, which are edited and saved as one field. */
export const rowsRecord = (record: EditableRecord): EditableRecord => ({
  ...record,
  ...rowsVersion(record),
  save:
    record.save &&
    (async ({ attribute_rows }, version) => {
      const rows = attribute_rows as Row[]
      if (rows.some((_, index) => rowProblem(rows, index))) throw new Error(problems.invalid)
      const attributes = fromRows(rows, attributesOf(version))
      return rowsVersion(await record.save!({ attributes }, version))
    }),
  reload: async () => rowsVersion(await record.reload()),
})
