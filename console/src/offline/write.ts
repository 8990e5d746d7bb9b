/** A change that could not be sent yet. */
export interface Write {
  /** Also the Idempotency-Key, so that a creation whose response was lost is not repeated. */
  id: string
  method: 'post' | 'patch'
  path: string
  body?: object
  if_match?: string
  /** When it was written, in ISO 8601; they are sent in this order. */
  at: string
  /** Why the service did not accept it; it waits for a decision of its author. */
  refusal?: Refusal
}

export interface Refusal {
  /** The status of the response; 0 if it was not sent, because it is too old. */
  status: number
  code: string
  message: string
  errors?: { field: string; pointer: string; code: string; message: string }[]
}

/** The service remembers idempotency keys for 24 hours; later, a repeated creation might be a second one. */
const longestWait = 23 * 3_600_000

export const isTooOld = ({ method, at }: Write, now: number): boolean =>
  method === 'post' && now - Date.parse(at) > longestWait

/** `/incidents/INC0000001` of `/incidents/INC0000001/notes`; undefined for a collection. */
export const recordOf = (path: string): string | undefined =>
  /^(?:\/[a-z]+)+\/[^/]*[^a-z/][^/]*/.exec(path)?.[0]

const collections = '/(?:incidents|changes|requests|cmdb/cis|knowledge/articles)'
const record = `${collections}/[^/]*[A-Z0-9][^/]*`
const kept = {
  patch: new RegExp(`^${record}$`),
  post: new RegExp(`^(?:${collections}|${record}/(?:notes|comments|approve|reject|submit))$`),
}

/** Only records people work on: what creates or contains secrets is never stored in a browser. */
export const isQueueable = ({ method, path }: Pick<Write, 'method' | 'path'>): boolean =>
  kept[method].test(path)

export const isWaiting = ({ refusal }: Write): boolean => refusal === undefined

export const nextToSend = (writes: readonly Write[]): Write | undefined => writes.find(isWaiting)

export const inOrder = (writes: readonly Write[]): Write[] =>
  writes.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Later than all others, even within the same millisecond or when the clock was set back. */
function append(writes: readonly Write[], write: Write): Write[] {
  const last = Math.max(...writes.map(({ at }) => Date.parse(at)))
  const at = Math.max(Date.parse(write.at), last + 1)
  return [...writes, { ...write, at: new Date(at).toISOString() }]
}

/** Pressed twice, a creation is kept once. */
export const withWrite = (writes: readonly Write[], write: Write): Write[] =>
  writes.some((each) => isSameCreation(each, write)) ? [...writes] : append(writes, write)

const isSameCreation = (one: Write, other: Write) =>
  one.id === other.id || (other.method === 'post' && isWaiting(one) && contentOf(one) === contentOf(other))

const contentOf = ({ method, path, body }: Write) => JSON.stringify([method, path, body])

export const withoutWrite = (writes: readonly Write[], id: string): Write[] =>
  writes.filter((write) => write.id !== id)

export const withRefusal = (writes: readonly Write[], id: string, refusal: Refusal): Write[] =>
  writes.map((write) => (write.id === id ? { ...write, refusal } : write))

/**
 * Later changes of the same record were made on the version before this one, which has been replaced by it: they
 * continue from the new version. If somebody else changed the record in between, `etag` is undefined and they keep
 * the old one, so that the service refuses them.
 */
export function afterSent(writes: readonly Write[], sent: Write, etag: string | undefined): Write[] {
  const [subject, before] = [recordOf(sent.path), ifMatchOf(writes, sent)]
  return withoutWrite(writes, sent.id).map((write) =>
    etag !== undefined &&
    before !== undefined &&
    write.if_match === before &&
    recordOf(write.path) === subject
      ? { ...write, if_match: etag }
      : write,
  )
}

/** The version that a change was made on; a note has none, but a later change of its record may have one. */
export const ifMatchOf = (writes: readonly Write[], sent: Write): string | undefined =>
  sent.if_match ??
  writes.find(({ path, if_match }) => if_match !== undefined && recordOf(path) === recordOf(sent.path))
    ?.if_match

/** Whether a record has only been changed once since `before`: its entity tags are version numbers. */
export const isNextVersion = (before: string, etag: string): boolean =>
  Number(etag.replaceAll('"', '')) === Number(before.replaceAll('"', '')) + 1

/** A record as it is now, and the texts of its notes. */
export interface CurrentRecord {
  values: Record<string, unknown>
  notes: readonly string[]
  etag: string | undefined
}

/** A refused change may have arrived before, if its response was lost: the record then has its values and its note. */
export function afterLostResponse(
  writes: readonly Write[],
  sent: Write,
  { values, notes, etag }: CurrentRecord,
): Write[] | undefined {
  const { work_note, ...fields } = (sent.body ?? {}) as Record<string, unknown>
  const hasFields = Object.entries(fields).every(
    ([field, value]) => JSON.stringify(values[field]) === JSON.stringify(value),
  )
  if (!hasFields || (work_note !== undefined && !notes.includes(work_note as string))) return undefined
  const isNext = sent.if_match && etag && isNextVersion(sent.if_match, etag)
  return afterSent(writes, sent, isNext ? etag : undefined)
}
