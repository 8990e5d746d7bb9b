import type { Log } from '../../../kernel/log.ts'
import { encoderName, sharedEncoder } from './encoder.ts'
import type { Embedding } from './model.ts'
import type { StaticEmbedding } from './static.ts'

/**
 * The embedding that the configuration names. When the encoder cannot be loaded or ends, the static embedding takes over for
 * good.
 */
export function openEmbedding(wanted: string, fallback: StaticEmbedding, log: Log): Embedding {
  let isEncoder = wanted === encoderName
  const closing = new AbortController()
  const { signal } = closing
  const running = new Set<Promise<unknown>>()
  const orFallback = async <Result>(run: () => Promise<Result>): Promise<Result | undefined> => {
    if (!isEncoder) return undefined
    // A thread that cannot be created throws at once.
    const result = Promise.resolve().then(run)
    running.add(result)
    try {
      return await result
    } catch (error) {
      if (signal.aborted) throw error
      if (isEncoder)
        log.warn({ err: error }, 'the sentence encoder cannot be used; the static embedding takes over')
      isEncoder = false
      return undefined
    } finally {
      running.delete(result)
    }
  }
  return {
    get name() {
      return isEncoder ? encoderName : fallback.name
    },
    encode: async (texts, { urgent = false } = {}) =>
      (await orFallback(() =>
        Promise.all(texts.map((text) => sharedEncoder().encode(text, urgent, signal))),
      )) ?? texts.map(fallback.embed),
    compare: (a, b) => orFallback(() => sharedEncoder().compare(a, b, signal)),
    rewrite: (question) => orFallback(() => sharedEncoder().rewrite(question, signal)),
    countTokens: fallback.countTokens,
    close: async () => {
      closing.abort(new Error('The service is stopping'))
      await Promise.allSettled(running)
    },
  }
}
