import type { TSchema } from 'typebox'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import { unavailable } from '../../../kernel/errors.ts'
import type { Embedding } from '../embedding/model.ts'
import type { ModelExchange } from './exchange.ts'
import { Breaker } from './breaker.ts'
import { converse } from './converse.ts'
import { isFault, reasonOf, UnusableAnswer } from './failures.ts'
import { generate } from './generate.ts'
import { Meter } from './meter.ts'
import type { Alias, ConverseRequest, Cost, GenerateRequest, Request } from './model.ts'
import { nameOfTarget, targetOf, type ModelTarget } from './targets.ts'
import { makeCanary } from './prompt.ts'
import { openModel, type LanguageModel } from './providers.ts'
import { openTransport } from './transport.ts'
import * as usage from '../usage/service.ts'

// Stops the SDK from writing to the console.
globalThis.AI_SDK_LOG_WARNINGS = false

/** A model with its circuit breaker; aliases that share a model share both. */
interface ProviderModel {
  name: string
  model: LanguageModel
  breaker: Breaker
}

export function openProvided(config: Config, { countTokens }: Embedding) {
  const timeout = config.ai_timeout_seconds * second
  const transport = openTransport(timeout)
  const canary = makeCanary()
  const running = new Set<AbortController>()
  const known = new Map<string, ProviderModel>()

  const open = (target: ModelTarget): ProviderModel => {
    const name = nameOfTarget(target)
    const provided = known.get(name) ?? {
      name,
      model: openModel(target, config, transport.fetch),
      breaker: new Breaker(() => performance.now()),
    }
    known.set(name, provided)
    return provided
  }
  const providedFor = (alias: Alias) => {
    const target = targetOf(config, alias)
    return target && open(target)
  }

  /** Calls a model within its deadline. Every outcome and its cost are counted. */
  async function ask<T>(ctx: Ctx, request: Request, work: (exchange: ModelExchange) => Promise<T>) {
    const provided = providedFor(request.alias)
    if (!provided || request.signal?.aborted || (await usage.isSpent(ctx))) return undefined
    const { name, model, breaker } = provided
    if (!breaker.admits()) return withoutProvider(ctx)
    const meter = new Meter(countTokens)
    const limit = new AbortController()
    const end = () => limit.abort()
    const timer = setTimeout(end, timeout)
    request.signal?.addEventListener('abort', end)
    running.add(limit)
    let failures = 0
    try {
      const deadline = performance.now() + timeout
      const value = await work({ model, meter, canary, signal: limit.signal, deadline })
      breaker.succeeded()
      return { value, model_used: name, tokens_used: meter.total } satisfies Cost & { value: T }
    } catch (error) {
      if (request.signal?.aborted) return undefined
      failures = 1
      limit.abort() // the rest of the response is not needed
      if (error instanceof UnusableAnswer) breaker.succeeded()
      const isBreakerOpened = isFault(error) && breaker.failed()
      const message = isBreakerOpened ? 'circuit breaker opened for a model' : 'a model could not answer'
      ctx.log.warn({ model: name, reason: reasonOf(error) }, message)
      return withoutProvider(ctx)
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', end)
      running.delete(limit)
      request.onSpent?.(meter.total)
      const { input_tokens, output_tokens } = meter
      await usage.count(ctx, {
        endpoint: request.endpoint,
        model_used: name,
        calls: 1,
        failures,
        input_tokens,
        output_tokens,
      })
    }
  }

  return {
    generate: <S extends TSchema>(ctx: Ctx, request: GenerateRequest<S>) =>
      ask(ctx, request, (exchange) => generate(ctx, exchange, request)),
    converse: async (ctx: Ctx, request: ConverseRequest) => {
      const reply = await ask(ctx, request, (exchange) => converse(ctx, exchange, request))
      return reply && { text: reply.value, model_used: reply.model_used, tokens_used: reply.tokens_used }
    },
    stop: (stopTimeout: number) => {
      const end = () => {
        for (const limit of running) limit.abort()
        void transport.close()
      }
      setTimeout(end, stopTimeout).unref()
    },
  }
}

function withoutProvider({ config }: Ctx): undefined {
  if (config.ai_fallback === 'none')
    throw unavailable('ai_unavailable', 'The model that answers this cannot be reached at the moment')
}
