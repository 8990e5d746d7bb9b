import type { Logger } from 'pino'
import { encoderDimensions, encoderName, sharedEncoder } from './encoder.ts'
import type { Embedding } from './model.ts'
import type { StaticEmbedding } from './static.ts'

/**
 * The embedding that the configuration names. When the encoder cannot be loaded or ends, the static embedding takes over for
 * good.
 */
export function openEmbedding(wanted: string, fallback: StaticEmbedding, log: Logger): Embedding {
  let isEncoder = wanted === encoderName
  return {
    get name() {
      return isEncoder ? encoderName : fallback.name
    },
    get dimensions() {
      return isEncoder ? encoderDimensions : fallback.dimensions
    },
    encode: async (texts, { urgent = false } = {}) => {
      if (isEncoder)
        try {
          return await Promise.all(texts.map((text) => sharedEncoder().encode(text, urgent)))
        } catch (error) {
          if (isEncoder)
            log.warn({ err: error }, 'the sentence encoder cannot be used; the static embedding takes over')
          isEncoder = false
        }
      return texts.map(fallback.embed)
    },
    countTokens: fallback.countTokens,
  }
}
