/** A question in plain words that the copilot's grammar understands, and the probability that they mean the same. */
export interface Rewriting {
  text: string
  probability: number
}

/** Turns texts into vectors of their meaning. */
export interface Embedding {
  /** Of the model in use; another one may take over when it fails, so read it after the vectors are there. */
  readonly name: string
  /** A vector of length 1 for each text, or of length 0 when no word is known. Urgent texts go before others. */
  encode: (texts: readonly string[], options?: { urgent?: boolean }) => Promise<Float32Array[]>
  /** The logit that two questions ask the same; undefined without the encoder. */
  compare: (a: string, b: string) => Promise<number | undefined>
  /** A question in plain words that the copilot's grammar understands; undefined without the encoder. */
  rewrite: (question: string) => Promise<Rewriting | undefined>
  countTokens: (text: string) => number
  /** Texts that wait are refused. Resolves after the current one: the process aborts if it exits while a model runs. */
  close: () => Promise<void>
}
