import type { Static, TSchema } from 'typebox'
import { aliases } from '../../../config-forms.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../db/ctx.ts'
import type { Embedding } from '../embedding/model.ts'
import type { Alias, ConverseRequest, Cost, GenerateRequest } from './model.ts'
import { nameOfTarget, targetOf } from './targets.ts'

/** Undefined: answer locally. No provider for the alias, provider down, breaker open, or budget spent. */
export interface Models {
  /** `anthropic/<model>`, or `local/<embedding>` when the alias is answered locally. */
  nameOf: (alias: Alias) => string
  generate: <S extends TSchema>(
    ctx: Ctx,
    request: GenerateRequest<S>,
  ) => Promise<({ value: Static<S> } & Cost) | undefined>
  /** The model's answer as text, after it has used the read tools. */
  converse: (ctx: Ctx, request: ConverseRequest) => Promise<({ text: string } & Cost) | undefined>
  /** After this long, a call that still waits for a provider is answered without it. */
  stop: (timeout: number) => void
}

export function openModels(config: Config, embedding: Embedding): Models {
  const isLocal = aliases.every((alias) => !targetOf(config, alias))
  // The SDK takes time and memory to load, so a service without a provider never loads it.
  const opening = isLocal ? undefined : import('./provided.ts')
  const provided = opening?.then(({ openProvided }) => openProvided(config, embedding))
  return {
    nameOf: (alias) => {
      const target = targetOf(config, alias)
      return target ? nameOfTarget(target) : `local/${embedding.name}`
    },
    generate: async (ctx, request) => (await provided)?.generate(ctx, request),
    converse: async (ctx, request) => (await provided)?.converse(ctx, request),
    stop: (timeout) => void provided?.then(({ stop }) => stop(timeout)),
  }
}
