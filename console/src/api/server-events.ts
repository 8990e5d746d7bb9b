export interface ServerEvent {
  event: string
  data: string
}

const field = (block: string, name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''

/** Reads Server-Sent Events; EventSource cannot send an Authorization header. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const data = field(block, 'data')
      if (data) yield { event: field(block, 'event'), data }
    }
  }
}
