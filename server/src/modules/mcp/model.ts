import { Type, type Static, type TSchema } from 'typebox'
import { idPattern } from '../../kernel/record-ids.ts'
import { Pattern } from '../../kernel/schema.ts'

/** Bounds of one answer: an agent reads all of it, and pays for every word. */
export const limits = { records: 20, text: 4000, answer: 24_000 } as const

/** Text that is not empty. */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) })

export const IncidentId = Pattern(`^${idPattern('incident')}$`, 'an ID such as INC0000042')

/** One request to the API of this service, under the rights of the caller. */
export type CallApi = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  more?: {
    query?: Record<string, string | number | boolean | undefined>
    body?: unknown
    headers?: Record<string, string | undefined>
  },
) => Promise<unknown>

export interface Tool {
  name: string
  title: string
  description: string
  input: TSchema
  /** Offered only where writes are switched on. */
  writes?: true
  /** Overwrites what was there, so that an agent asks its user first. */
  destructive?: true
  run: (api: CallApi, args: Record<string, unknown>) => Promise<unknown>
}

/** A tool whose arguments have the types of its schema. */
export const tool = <S extends TSchema>(
  declared: Omit<Tool, 'input' | 'run'> & {
    input: S
    run: (api: CallApi, args: Static<S>) => Promise<unknown>
  },
): Tool => declared as unknown as Tool

/** The program that calls, as it names itself. */
export interface Agent {
  name: string
  version: string
}

const maxName = 100

/** What a program says of itself is untrusted: one short line of printable characters. */
export const printable = (text: unknown, maxLength: number = maxName): string =>
  typeof text === 'string'
    ? text
        .slice(0, maxLength)
        .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '?')
        .trim()
    : ''

export function readAgent(given: unknown): Agent | undefined {
  const { name, version } = (given ?? {}) as Record<string, unknown>
  return printable(name) ? { name: printable(name), version: printable(version, 50) } : undefined
}

export const describeAgent = ({ name, version }: Agent): string => `${name} ${version}`.trim()

interface JsonRpcMessage {
  method?: unknown
  params?: { clientInfo?: unknown; _meta?: Record<string, unknown> }
}

/** Revisions up to 2025 name the client once, in `initialize`; later ones in every request. */
const clientInfoKey = 'io.modelcontextprotocol/clientInfo'

export const isInitialize = (body: unknown): boolean =>
  (body as JsonRpcMessage | null)?.method === 'initialize'

export function agentIn(body: unknown): Agent | undefined {
  const { params } = (body ?? {}) as JsonRpcMessage
  return readAgent(isInitialize(body) ? params?.clientInfo : params?._meta?.[clientInfoKey])
}
