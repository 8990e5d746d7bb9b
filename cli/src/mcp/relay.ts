import type { Io } from '../io.ts'

type Send = (body: string, headers: Record<string, string>) => Promise<Response>

interface Message {
  id?: string | number
  method?: string
  params?: { _meta?: Record<string, unknown>; name?: unknown }
  result?: { protocolVersion?: string }
}

/**
 * Carries each line of standard input to the service, and each answer back as one line. The service keeps nothing between
 * requests; what belongs to the connection, session and revision, is kept here.
 */
export async function relayMessages(io: Io, send: Send): Promise<void> {
  const connection: Record<string, string> = {}
  const pending = new Set<Promise<void>>()
  for await (const line of linesOf(io.stdin)) {
    const work = async () => {
      for (const answer of await relay(line, connection, send)) io.stdout.write(`${answer}\n`)
    }
    const done = work().finally(() => pending.delete(done))
    pending.add(done)
    // The answer to the first message decides how the others are sent.
    if (parse(line)?.method === 'initialize') await done
  }
  await Promise.all(pending)
}

async function relay(line: string, connection: Record<string, string>, send: Send): Promise<string[]> {
  const message = parse(line)
  if (!message) return [errorFor(null, -32_700, 'This line is not JSON')]
  try {
    const response = await send(line, { ...baseHeaders, ...connection, ...headersOf(message) })
    const session = response.headers.get('mcp-session-id')
    if (session) connection['mcp-session-id'] = session
    const text = await response.text()
    if (!response.ok && !isJsonRpc(text)) return failed(message, describe(response.status, text))
    const answers = isStream(response) ? dataOf(text) : [text.trim()].filter((answer) => answer !== '')
    for (const answer of answers) remember(connection, answer)
    return answers.map((answer) => JSON.stringify(JSON.parse(answer)))
  } catch (error) {
    return failed(message, (error as Error).message)
  }
}

const baseHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** Revisions from 2026 on name the revision and the method of each message in its headers too. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[versionKey]
  if (typeof version !== 'string' || method === undefined) return {}
  const headers: Record<string, string> = { 'mcp-protocol-version': version, 'mcp-method': method }
  if (typeof params?.name === 'string') headers['mcp-name'] = params.name
  return headers
}

function remember(connection: Record<string, string>, answer: string): void {
  const version = parse(answer)?.result?.protocolVersion
  if (version) connection['mcp-protocol-version'] = version
}

/** A notification gets no answer, not even an error. */
const failed = ({ id, method }: Message, text: string): string[] =>
  id === undefined || method === undefined ? [] : [errorFor(id, -32_000, text)]

const errorFor = (id: string | number | null, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })

const describe = (status: number, text: string) =>
  (parse(text) as { message?: string } | undefined)?.message ?? `The service answered ${status}`

const isStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') === true
const isJsonRpc = (text: string) => (parse(text) as { jsonrpc?: string } | undefined)?.jsonrpc === '2.0'

/** The messages of a stream of server-sent events that has ended. */
const dataOf = (text: string): string[] =>
  text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n'),
    )
    .filter((data) => data !== '')

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Message) : undefined
  } catch {
    return undefined
  }
}

async function* linesOf(stdin: Io['stdin']): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stdin) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}
