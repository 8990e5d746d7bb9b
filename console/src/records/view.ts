/** List filters are kept in the URL, so that a view can be saved and shared. Invalid values are ignored. */
type Reader = (value: unknown) => string | undefined

/** The router parses numeric text as a number. */
export const text: Reader = (value) => {
  const given = typeof value === 'number' ? String(value) : value
  return typeof given === 'string' && given.trim() ? given : undefined
}

/** One or more of the known values, separated by commas. */
export const among =
  (known: readonly string[]): Reader =>
  (value) =>
    text(value)
      ?.split(',')
      .filter((word) => known.includes(word))
      .join(',') || undefined

export const oneOf =
  (known: readonly string[]): Reader =>
  (value) =>
    known.find((word) => word === text(value))

/** A date such as 2026-11-15. */
export const day: Reader = (value) => {
  const given = text(value)
  return given && /^\d{4}-\d\d-\d\d$/.test(given) && isDate(given) ? given : undefined
}

/** `Date` takes 31 February for a day in March. */
function isDate(given: string): boolean {
  const time = Date.parse(given)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(given)
}

/** A day of a filter, in UTC if a Z follows, as reports count them; or a time. */
export const filterTime: Reader = (value) => {
  const given = text(value)
  return given && (isDay(given) || isTime(given)) ? given : undefined
}
export const isDay = (given: string): boolean => day(given.replace(/Z$/, '')) !== undefined
const isTime = (given: string) => given.includes('T') && !Number.isNaN(Date.parse(given))

type Read = string | boolean | undefined

/** Reads an address; what is missing or invalid is undefined. */
export const viewReader =
  <Readers extends Record<string, (value: unknown) => Read>>(readers: Readers) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])) as {
      [name in keyof Readers]?: Exclude<ReturnType<Readers[name]>, undefined>
    }
