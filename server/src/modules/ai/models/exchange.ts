import { UnusableAnswer } from './failures.ts'
import type { Meter } from './meter.ts'
import { withRetries } from './retries.ts'
import { containsCanary, withCommonRules } from './prompt.ts'
import type { LanguageModel } from './providers.ts'

const maxOutputTokens = 4096

/** One question to one model: everything needed until it is answered. */
export interface ModelExchange {
  model: LanguageModel
  meter: Meter
  canary: string
  signal: AbortSignal
  /** On the clock of `performance.now()`. */
  deadline: number
}

interface Call {
  model: LanguageModel
  system: string
  maxOutputTokens: number
  maxRetries: number
  abortSignal: AbortSignal
  providerOptions: { openaiCompatible: { strictJsonSchema: boolean } }
}

export const callOf = ({ model, canary, signal, deadline }: ModelExchange, system: string): Call => ({
  model: withRetries(model, deadline),
  system: withCommonRules(system, canary),
  maxOutputTokens,
  maxRetries: 0, // retries are ours, within the remaining time
  abortSignal: signal,
  providerOptions: { openaiCompatible: { strictJsonSchema: false } },
})

export function checkSecrecy({ canary }: ModelExchange, text: string): void {
  if (containsCanary(text, canary)) throw new UnusableAnswer('The answer leaks the instructions')
}
