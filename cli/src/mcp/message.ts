/** The parts of a JSON-RPC message that matter here. */
export interface Message {
  jsonrpc?: string
  id?: string | number
  method?: string
  params?: { _meta?: Record<string, unknown>; name?: unknown }
  result?: { protocolVersion?: string }
}

/** A message, or an error body of the service. */
export function parseMessage(text: string): (Message & { message?: string; code?: string }) | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The messages of a response: one, none, or those of a stream of server-sent events that has ended. */
export const messagesIn = ({ headers }: Response, text: string): string[] =>
  (headers.get('content-type')?.startsWith('text/event-stream') === true
    ? dataOf(text)
    : [text.trim()]
  ).filter((message) => message !== '')

const dataOf = (text: string): string[] =>
  text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trim())
      .join('\n'),
  )
