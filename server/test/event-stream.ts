import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { closeAtEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'

export interface Message {
  id: number
  event: string
  data: Record<string, unknown> & { seq: number; subject_id: string }
}

/** A client of Server-Sent Events, like EventSource. */
export interface EventStream {
  status: number
  headers: IncomingMessage['headers']
  /** Everything received, unparsed. */
  text: string
  messages: Message[]
  /** Sent as Last-Event-ID on reconnection. */
  last_id: string
  /** Whether the server has ended it, or its connection. */
  ended: boolean
  /** Waits until so many messages have arrived. */
  received: (count: number) => Promise<Message[]>
  close: () => void
}

interface Options {
  query?: Record<string, string>
  headers?: Record<string, string>
}

export async function openStream(
  address: string,
  token: string,
  options: Options = {},
): Promise<EventStream> {
  const { query = {}, headers = {} } = options
  const url = `${address}/prod/api/v1/events/stream?${new URLSearchParams(query).toString()}`
  const asking = request(url, { agent: false, headers: { authorization: `Bearer ${token}`, ...headers } })
  asking.on('error', () => undefined).end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const stream: EventStream = {
    status: response.statusCode!,
    headers: response.headers,
    text: '',
    messages: [],
    last_id: '',
    ended: false,
    received: async (count) => {
      await eventually(() => stream.messages.length >= count)
      return stream.messages
    },
    close: () => void asking.destroy(),
  }
  closeAtEnd(stream.close)
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    stream.text += text
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) take(stream, block)
  })
  response.on('error', () => undefined).on('close', () => (stream.ended = true))
  return stream
}

/** According to the standard: a block without data is not a message, but its ID counts. */
function take(stream: EventStream, block: string): void {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s)
    fields[name] = name === 'data' && 'data' in fields ? `${fields.data}\n${value}` : value
  }
  const { id, event = 'message', data } = fields
  if (id !== undefined) stream.last_id = id
  if (data !== undefined)
    stream.messages.push({ id: Number(stream.last_id), event, data: JSON.parse(data) as Message['data'] })
}
