import { InvalidArgumentError, type Command } from 'commander'
import { text } from 'node:stream/consumers'
import { usageError } from './errors.ts'
import type { Io } from './io.ts'

/** Parses the value of an option. */
export const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new InvalidArgumentError(`It takes a whole number from ${min} to ${max}.`)
  return number
}

/** Parses the number of a record, as people write it in a hurry: `inc0000042`. */
export const recordNumber = (value: string) => value.toUpperCase()

/** Parses the value of an option for which an empty text has a meaning. */
export const mayBeEmpty = (value: string) => value

/** `--group "$GROUP"` with an unset variable must not mean all groups. */
export function refuseEmpty(command: Command): void {
  const names = [
    ...command.registeredArguments
      .filter((_, index) => isEmpty(command.processedArgs[index]))
      .map((argument) => `<${argument.name()}>`),
    ...[command, ...ancestorsOf(command)].flatMap((one) =>
      one.options
        .filter(
          (option) => option.parseArg !== mayBeEmpty && isEmpty(one.getOptionValue(option.attributeName())),
        )
        .map((option) => option.long),
    ),
  ]
  if (names.length > 0) throw usageError(`${names.join(' and ')} must not be empty`)
}

const isEmpty = (value: unknown) => [value].flat().some((one) => typeof one === 'string' && one.trim() === '')

const ancestorsOf = ({ parent }: Command): Command[] => (parent ? [parent, ...ancestorsOf(parent)] : [])

export const readStdin = (io: Io) => text(io.stdin)

/** `-` stands for standard input, so that long texts can be piped. */
export const textOrStdin = async (value: string, io: Io) => (value === '-' ? readStdin(io) : value)

interface Total {
  total: number
  /** `false` when there are more than `total`. */
  total_is_exact?: boolean
}

/** As many as wanted, and how many there are. */
export async function takeWithTotal<Item>(
  listing: { pages(): AsyncGenerator<{ data: Item[] } & Total> },
  limit: number,
): Promise<{ data: Item[] } & Total> {
  const data: Item[] = []
  let last: Total = { total: 0 }
  for await (const page of listing.pages()) {
    data.push(...page.data)
    last = page
    if (data.length >= limit) break
  }
  const { total, total_is_exact } = last
  return { data: data.slice(0, limit), total, ...(total_is_exact === undefined ? {} : { total_is_exact }) }
}

/** `25 of more than 10000`; undefined when these are all. */
export function partOf(
  shown: number,
  limit: number,
  { total, total_is_exact = true }: Total,
): string | undefined {
  if (!total_is_exact && shown >= limit) return `${shown} of more than ${Math.max(total, shown)}`
  return total > shown ? `${shown} of ${total}` : undefined
}
