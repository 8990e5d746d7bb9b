export interface ServerEvent {
  event: string
  data: string
}

const field = (block: string, name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''

/**
 * Reads Server-Sent Events; EventSource cannot send an Authorization header. A connection that died unnoticed would never
 * end: after this many milliseconds without a byte it is closed.
 */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  silence?: number,
): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  const read = async () => {
    const timer = silence && setTimeout(() => void reader.cancel(), silence)
    return reader.read().finally(() => clearTimeout(timer))
  }
  let text = ''
  for (let part = await read(); !part.done; part = await read()) {
    const blocks = (text + part.value).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const data = field(block, 'data')
      if (data) yield { event: field(block, 'event'), data }
    }
  }
}
