import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { closeAtEnd } from './cleanup.ts'

export interface StreamEvent {
  event: string
  data: Record<string, unknown>
}

/** A streamed answer from a socket. */
export interface AnswerStream {
  status: number
  headers: IncomingMessage['headers']
  /** Everything received, unparsed. */
  text: string
  ended: boolean
  told: () => StreamEvent[]
  close: () => void
}

/** Asks the copilot for a streamed answer, like fetch in a browser. */
export async function streamAnswer(
  address: string,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<AnswerStream> {
  const asking = request(`${address}/prod/api/v1/ai/query`, {
    agent: false,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  asking.on('error', () => undefined).end(JSON.stringify({ stream: true, ...body }))
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const stream: AnswerStream = {
    status: response.statusCode!,
    headers: response.headers,
    text: '',
    ended: false,
    told: () => blocksOf(stream.text),
    close: () => void asking.destroy(),
  }
  closeAtEnd(stream.close)
  response.setEncoding('utf8')
  response.on('data', (text: string) => (stream.text += text))
  response.on('error', () => undefined).on('close', () => (stream.ended = true))
  return stream
}

const blocksOf = (text: string): StreamEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => !block.startsWith(':'))
    .map((block) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) as StreamEvent['data'] }
    })
