const textOid = 25
const headerSize = 20

/**
 * A `text[]` in PostgreSQL's binary format. As text, the driver would escape each quote of the JSON in it, which takes four
 * times as long.
 */
export function textArray(values: (string | null)[]): Buffer {
  let size = headerSize
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value))
  const array = Buffer.allocUnsafe(size)
  const header = [1, values.includes(null) ? 1 : 0, textOid, values.length, 1]
  for (const [i, field] of header.entries()) array.writeInt32BE(field, i * 4)
  let at = headerSize
  for (const value of values) {
    const length = value === null ? -1 : array.write(value, at + 4)
    array.writeInt32BE(length, at)
    at += 4 + Math.max(length, 0)
  }
  return array
}
