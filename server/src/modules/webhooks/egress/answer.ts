import type { Dispatcher } from 'undici'

const mostRead = 16 * 1024
const mostKept = 4 * 1024

type Body = Dispatcher.ResponseData['body']

/**
 * The start of an answer as text. What comes after the most that is read is not waited for: the connection is cut.
 * Nothing is decompressed, so that a small answer stays small.
 */
export async function readAnswer(body: Body): Promise<string> {
  body.on('error', () => undefined) // it rejects the loop below, or nobody cares any more
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= mostRead) break
  }
  return textOf(Buffer.concat(chunks).subarray(0, mostKept))
}

/** A character that the cut has split is left out; NUL, which the database does not take, is replaced. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
