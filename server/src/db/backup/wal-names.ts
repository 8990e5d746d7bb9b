/** Names and positions of the write-ahead log, for segments of 16 MiB, which is what initdb makes. */
export const segmentSize = 16 * 2 ** 20
const segmentsPerFile = 2 ** 32 / segmentSize

export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
export const isHistory = (name: string) => /^[0-9A-F]{8}\.history$/.test(name)

/** `16/B374D848` as a number of bytes. */
export function parseLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** The number of a segment within the log, on any timeline. */
export const segmentNumber = (name: string): number =>
  parseInt(name.slice(8, 16), 16) * segmentsPerFile + parseInt(name.slice(16), 16)

/** A loop, because an archive holds more segments than a function takes arguments. */
export function lastSegmentNumber(names: Iterable<string>): number {
  let last = 0
  for (const name of names) if (isSegment(name)) last = Math.max(last, segmentNumber(name))
  return last
}

export const timelineOf = (name: string): number => parseInt(name.slice(0, 8), 16)

export const segmentName = (timeline: number, number: number): string =>
  hex(timeline) + hex(Math.floor(number / segmentsPerFile)) + hex(number % segmentsPerFile)

export const segmentOf = (lsn: string): number => Number(parseLsn(lsn) / BigInt(segmentSize))

/**
 * Where a timeline left others: `{ 1: '0/5000000' }` says that it follows timeline 1 up to there. A restore that ended
 * before an earlier fork keeps that fork in its history, but follows nothing beyond its own end.
 */
export function parseHistory(text: string): Map<number, bigint> {
  const forks = new Map<number, bigint>()
  let end: bigint | undefined
  for (const line of text.split('\n').toReversed()) {
    const [, parent, lsn] = /^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? []
    if (!parent || !lsn) continue
    const fork = parseLsn(lsn)
    if (end === undefined || fork < end) end = fork
    forks.set(Number(parent), end)
  }
  return forks
}
