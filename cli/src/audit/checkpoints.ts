import type { AuditCheckpoints } from '@mainstay/sdk'
import { usageError } from '../errors.ts'
import { readText } from '../files.ts'

type Checkpoint = AuditCheckpoints['checkpoints'][number]

/** As many as the service takes in one request. */
const mostCheckpoints = 1500

export interface StoredCheckpoints {
  checkpoints: Checkpoint[]
  /** How many the file contains. */
  total: number
  unreadable: number
}

/** The checkpoints of a file. Of many, some at even distances and the last, which covers all before it. */
export function readCheckpoints(file: string): StoredCheckpoints {
  const lines = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const all = lines.flatMap(checkpointIn).toSorted((a, b) => a.position - b.position)
  if (all.length === 0)
    throw usageError(
      `${file} contains no checkpoints`,
      'It has one JSON object per line, with position and hash',
    )
  return { checkpoints: sampled(all), total: all.length, unreadable: lines.length - all.length }
}

/** Only what the service compares. The last line of a file that is being written may be torn. */
function checkpointIn(line: string): Checkpoint[] {
  const { position, hash, signature, first_entry } = objectIn(line)
  if (!isPosition(position) || !isText(hash, /^[0-9a-f]{64}$/)) return []
  if (signature !== undefined && !isText(signature, /^.{1,200}$/)) return []
  return [
    {
      position,
      hash,
      ...(signature === undefined ? {} : { signature }),
      ...(isPosition(first_entry) ? { first_entry } : {}),
    },
  ]
}

function objectIn(line: string): Record<string, unknown> {
  try {
    return (JSON.parse(line) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}

const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value)

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** A checkpoint that is sent stands for those before it that are not, so it begins where the first of them does. */
function sampled(all: Checkpoint[]): Checkpoint[] {
  const length = Math.min(all.length, mostCheckpoints)
  const startOf = (group: number) => Math.ceil((group * all.length) / length)
  return Array.from({ length }, (_item, group) => {
    const { first_entry: _, ...last } = all[startOf(group + 1) - 1]!
    const begin = all[startOf(group)]!.first_entry
    return { ...last, ...(begin === undefined ? {} : { first_entry: begin }) }
  })
}
