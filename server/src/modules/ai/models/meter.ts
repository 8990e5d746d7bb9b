import type { LanguageModelUsage } from 'ai'

/** No call costs more; what a server reports beyond it is not believed. */
const maxTokens = 10_000_000

/** Tokens of all the calls that one answer took, as the provider reports them; where it does not, as we would count them. */
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

  add(usage: LanguageModelUsage | undefined, asked: string, answered: string): void {
    this.calls++
    this.input_tokens += believable(usage?.inputTokens) ?? this.#count(asked)
    this.output_tokens += believable(usage?.outputTokens) ?? this.#count(answered)
  }
}

const believable = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 && tokens < maxTokens
    ? tokens
    : undefined
