import type { MappedRecord } from './record.ts'

/** What the service takes, in characters. */
const longest = { description: 100_000, body: 200_000, note: 100_000 }

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** Shortens texts that the service would refuse, and says so. */
export function fit(record: MappedRecord): MappedRecord {
  const shortened = (['description', 'body'] as const).flatMap((name) => {
    const given = record.fields[name]
    const isTooLong = typeof given === 'string' && given.length > longest[name]
    return isTooLong ? [[name, cut(given, longest[name])] as const] : []
  })
  const longNotes = (record.notes ?? []).filter(({ body }) => body.length > longest.note)
  if (shortened.length === 0 && longNotes.length === 0) return record
  for (const note of longNotes) note.body = cut(note.body, longest.note)
  return {
    ...record,
    fields: { ...record.fields, ...Object.fromEntries(shortened) },
    message: [
      ...(record.message === undefined ? [] : [record.message]),
      ...shortened.map(([name]) => `${name} was shortened to ${longest[name]} characters`),
      ...longNotes.map(
        ({ external_id }) => `note ${external_id} was shortened to ${longest.note} characters`,
      ),
    ].join('; '),
  }
}
