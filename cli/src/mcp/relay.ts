import { addAbortSignal } from 'node:stream'
import type { Io } from '../io.ts'
import { Connection, type Send } from './connection.ts'
import { parseMessage, type Message } from './message.ts'

/** Carries each line of standard input to the service, and each answer back as one line. */
export async function relayMessages(io: Io, send: Send): Promise<void> {
  const connection = new Connection(send)
  const pending = new Set<Promise<void>>()
  // A signal must end it also while it waits for the next line.
  for await (const line of linesOf(addAbortSignal(io.signal, io.stdin))) {
    const work = async () => {
      for (const answer of await relay(line, connection)) io.stdout.write(`${answer}\n`)
    }
    const done = work().finally(() => pending.delete(done))
    pending.add(done)
    // The answer to the first message decides how the others are sent.
    if (parseMessage(line)?.method === 'initialize') await done
  }
  await Promise.all(pending)
}

async function relay(line: string, connection: Connection): Promise<string[]> {
  const message = parseMessage(line)
  if (!message) return [errorFor(null, -32_700, 'This line is not JSON')]
  if (Array.isArray(message)) return [errorFor(null, -32_600, batchRefusal)]
  try {
    const { status, text, messages } = await connection.exchange(line, message)
    if (status >= 300 && parseMessage(text)?.jsonrpc !== '2.0') return failed(message, describe(status, text))
    return messages.map((answer) => JSON.stringify(JSON.parse(answer)))
  } catch (error) {
    return failed(message, (error as Error).message)
  }
}

const batchRefusal = 'Batches are not supported: send each message on a line of its own'

/** A notification gets no answer, not even an error. */
const failed = ({ id, method }: Message, text: string): string[] =>
  id === undefined || method === undefined ? [] : [errorFor(id, -32_000, text)]

const errorFor = (id: string | number | null, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })

const describe = (status: number, text: string) =>
  parseMessage(text)?.message ?? `The service answered ${status}`

async function* linesOf(stdin: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
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
