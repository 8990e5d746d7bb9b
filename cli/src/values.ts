import { InvalidArgumentError } from 'commander'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Io } from './io.ts'

/** Parses the value of an option. */
export const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new InvalidArgumentError(`It takes a whole number from ${min} to ${max}.`)
  return number
}

export const readStdin = (io: Io) => text(Readable.from(io.stdin))

/** `-` stands for standard input, so that long texts can be piped. */
export const textOrStdin = async (value: string, io: Io) => (value === '-' ? readStdin(io) : value)

/** As many as wanted, and how many there are. */
export async function takeWithTotal<Item>(
  listing: { pages(): AsyncGenerator<{ data: Item[]; total: number }> },
  limit: number,
): Promise<{ data: Item[]; total: number }> {
  const data: Item[] = []
  let total = 0
  for await (const page of listing.pages()) {
    data.push(...page.data)
    total = page.total
    if (data.length >= limit) break
  }
  return { data: data.slice(0, limit), total }
}
