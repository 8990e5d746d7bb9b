import { Agent, fetch, Response } from 'undici'
import { second } from '../../../kernel/durations.ts'

/** More than any answer of a few thousand tokens, even streamed token by token. */
const maxAnswerBytes = 2 * 2 ** 20

export class AnswerTooLarge extends Error {}

export interface Transport {
  fetch: typeof globalThis.fetch
  close: () => Promise<void>
}

/**
 * Connects only to the operator's address: no redirects, no proxy from the environment. No step may take longer than the
 * full answer may.
 */
export function openTransport(timeout: number): Transport {
  const agent = new Agent({
    // The default of 250 ms for each of several addresses is too short for a provider on another continent.
    connect: { timeout: Math.min(timeout, 10 * second), autoSelectFamilyAttemptTimeout: 2.5 * second },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  })
  const send = async (url: string, init: object): Promise<Response> => {
    const response = await fetch(url, { ...init, redirect: 'error', dispatcher: agent })
    const { status, statusText, headers } = response
    const body = response.body?.pipeThrough(bounded()) ?? null
    return new Response(body, { status, statusText, headers })
  }
  return { fetch: send as unknown as typeof globalThis.fetch, close: () => agent.destroy() }
}

/** Counts decompressed bytes, so that a small response cannot expand without limit. */
function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > maxAnswerBytes) throw new AnswerTooLarge(`An answer of more than ${maxAnswerBytes} bytes`)
      controller.enqueue(chunk)
    },
  })
}
