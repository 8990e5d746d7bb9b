import type { LanguageModelUsage } from 'ai'

/** More than any call can cost; a larger report is ignored. */
const maxTokens = 10_000_000

/** Counts the tokens of all calls of one answer, as reported by the provider or by our own tokeniser. */
export class Meter {
  calls = 0
  input_tokens = 0
  output_tokens = 0

  readonly #count: (text: string) => number

  constructor(countTokens: (text: string) => number) {
    this.#count = countTokens
  }

  get total(): number {
    return this.input_tokens + this.output_tokens
  }

  add(usage: LanguageModelUsage | undefined, input: string, output: string): void {
    this.calls++
    this.input_tokens += plausibleCount(usage?.inputTokens) ?? this.#count(input)
    this.output_tokens += plausibleCount(usage?.outputTokens) ?? this.#count(output)
  }
}

const plausibleCount = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 && tokens < maxTokens
    ? tokens
    : undefined
