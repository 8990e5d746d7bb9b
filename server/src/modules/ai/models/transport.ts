import { Agent, fetch, Response } from 'undici'
import { second } from '../../../kernel/durations.ts'

/** More than any answer of a model that was asked for a few thousand tokens, also token by token. */
const maxAnswerBytes = 2 * 2 ** 20

export class AnswerTooLarge extends Error {}

export interface Transport {
  fetch: typeof globalThis.fetch
  close: () => Promise<void>
}

/**
 * How providers are reached: at the operator's address and nowhere else, so no redirect is followed and no proxy of the
 * environment is used. No step takes longer than a whole answer may.
 */
export function openTransport(timeout: number): Transport {
  const agent = new Agent({
    connect: { timeout: Math.min(timeout, 10 * second) },
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

/** Counts what has been unpacked, so that little cannot become much. */
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
