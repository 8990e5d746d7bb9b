/** Ids of records, wherever they stand in a text. */
const id = /\b(?:INC|CHG|REQ|KB)[0-9A-Z]{7}\b|\bCI\d{7,18}\b/g

export const idsIn = (text: string): string[] => text.match(id) ?? []

/** A model's words without ids that it has not read anywhere: those it has made up. */
export const withKnownIds = (text: string, known: ReadonlySet<string>): string =>
  text.replace(id, (found) => (known.has(found) ? found : '(unknown record)'))
