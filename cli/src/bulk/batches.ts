import { inGroups } from '../groups.ts'
import type { SourceRecord } from './submit.ts'

/** What the service takes in one job, and in the body of one request, with room for the rest of the body. */
const most = { records: 100, bytes: 1_000_000, values: 9000 }

/** Always the same for the same records, because an interrupted run remembers batches by their numbers. */
export const batchesOf = <Source extends SourceRecord>(sources: Source[]): Source[][] =>
  inGroups(sources, shareOf, { items: most.records, size: 1 })

/** The part of a request that a record takes. */
const shareOf = (source: SourceRecord) =>
  Math.max(Buffer.byteLength(JSON.stringify(source)) / most.bytes, valuesIn(source) / most.values)

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + 1 + valuesIn(inner), 0)
    : 0
