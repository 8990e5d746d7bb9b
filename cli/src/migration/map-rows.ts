import { fit } from './fit.ts'
import type { MappedRecord, MappedRows, Row } from './record.ts'
import type { CompleteTimes } from './time-zone.ts'
import { line } from './text.ts'

/** Thrown for a row that cannot become a record; the message says why. */
export class UnusableRow extends Error {}

/** One record for each row, or undefined for a row that belongs to the record of another. No other row is lost silently. */
export function mapRows(
  rows: Row[],
  idOf: (row: Row) => unknown,
  toRecord: (row: Row) => MappedRecord | undefined,
  completeTimes: CompleteTimes,
): MappedRows {
  const mapped: MappedRows = { records: [], left_out: [] }
  for (const [index, row] of rows.entries()) {
    const outcome = attempt(() => toRecord(row))
    if (typeof outcome === 'string') {
      const external_id = line(idOf(row), 255) ?? null
      mapped.left_out.push({ row: index + 1, external_id, reason: outcome })
    } else if (outcome) mapped.records.push(fit(completeTimes(outcome)))
  }
  return mapped
}

/** What it returns, or why there is nothing: where a field has another form than its system writes, that is a TypeError. */
function attempt<Result>(work: () => Result): Result | string {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnusableRow) return error.message
    if (error instanceof TypeError)
      return `one of its fields has another form than expected: ${error.message}`
    throw error
  }
}

/** A value that a record cannot be without. */
export function required(value: unknown, name: 'ID' | 'name'): string {
  const found = line(value, 255)
  if (found === undefined) throw new UnusableRow(`it has no ${name}`)
  return found
}
