import { ConnectionError } from './errors.ts'
import { startTimer } from './timer.ts'

/** A message of a stream of Server-Sent Events. A message without data only moves the position. */
export interface ServerSentEvent {
  id: string | undefined
  event: string
  data: string | undefined
  /** Milliseconds to wait before the next connection, if the server said so. */
  retry: number | undefined
}

const lineEnd = /\r\n|\n|\r/

/** Reads a stream; EventSource cannot send an Authorization header. */
export async function* serverSentEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split(/\r\n\r\n|\n\n|\r\r/)
    text = blocks.pop()!
    for (const block of blocks) yield parseBlock(block)
  }
}

function parseBlock(block: string): ServerSentEvent {
  const message: ServerSentEvent = { id: undefined, event: 'message', data: undefined, retry: undefined }
  for (const line of block.split(lineEnd)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (name === 'id') message.id = value
    else if (name === 'event') message.event = value
    else if (name === 'retry') message.retry = Number(value)
    else if (name === 'data') message.data = message.data === undefined ? value : `${message.data}\n${value}`
  }
  return message
}

/** The chunks of a response. A connection that is silent for too long is lost, although nobody has closed it. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  idleTimeout: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(idleTimeout, reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof startTimer>
  const timeout = new Promise<never>((_, reject) => {
    timer = startTimer(milliseconds, () =>
      reject(new ConnectionError(`Nothing received for ${milliseconds} ms`)),
    )
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
