import { setTimeout as sleep } from 'node:timers/promises'
import { wrapLanguageModel } from 'ai'
import { second } from '../../../kernel/durations.ts'
import { requestedPauseOf, isTransient } from './failures.ts'
import type { LanguageModel } from './providers.ts'

const maxTries = 3
const firstPause = 0.25 * second

/** The model with retries for temporary failures. A stream that has started is not retried. */
export const withRetries = (model: LanguageModel, deadline: number): LanguageModel =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      wrapGenerate: ({ doGenerate, params }) => retry(doGenerate, deadline, params.abortSignal),
      wrapStream: ({ doStream, params }) => retry(doStream, deadline, params.abortSignal),
    },
  })

async function retry<T>(
  ask: () => PromiseLike<T>,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const pause = Math.max(requestedPauseOf(error, Date.now()) ?? 0, backoff(tries))
      const isInTime = performance.now() + pause < deadline
      if (tries === maxTries || !isTransient(error) || !isInTime) throw error
      await sleep(pause, undefined, signal && { signal })
    }
  }
}

const backoff = (tries: number) => firstPause * 2 ** (tries - 1) * (0.5 + Math.random())
