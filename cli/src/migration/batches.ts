import { inGroups } from '../groups.ts'
import type { MappedNote, MappedRecord } from './record.ts'

const batchRecords = 200
const batchCharacters = 2 * 2 ** 20
const partNotes = 500

/** A record, or one with so many notes that it is sent several times, each time with other notes. */
export interface Part {
  record: MappedRecord
  /** Of the record among all records. */
  index: number
  isLast: boolean
}

/** Records in requests of a bounded size, configuration items first, because incidents name them. */
export function batchesOf(records: MappedRecord[]): Part[][] {
  const ordered = [
    ...records.filter(({ type }) => type === 'ci'),
    ...records.filter(({ type }) => type !== 'ci'),
  ]
  return inGroups(ordered.flatMap(partsOf), ({ record }) => JSON.stringify(record).length, {
    items: batchRecords,
    size: batchCharacters,
  })
}

function partsOf(record: MappedRecord, index: number): Part[] {
  const { notes = [], ...bare } = record
  const groups = inGroups(oldestFirst(notes), ({ body }) => body.length, {
    items: partNotes,
    size: batchCharacters,
  })
  if (groups.length < 2) return [{ record, index, isLast: true }]
  return groups.map((group, i) => ({
    record: { ...bare, notes: group },
    index,
    isLast: i === groups.length - 1,
  }))
}

/** The service sorts the notes of one request only. One without a time is new. */
const oldestFirst = (notes: MappedNote[]) => notes.toSorted((a, b) => timeOf(a) - timeOf(b))

const timeOf = ({ created_at }: MappedNote) =>
  created_at === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(created_at)
