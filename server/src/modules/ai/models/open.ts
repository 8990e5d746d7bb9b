import type { Static, TSchema } from 'typebox'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../db/ctx.ts'
import type { Embedding } from '../embedding/static.ts'
import type { Alias } from '../model.ts'
import type { ConverseRequest, Cost, GenerateRequest } from './model.ts'

/** Undefined: answer locally. No provider for the alias, provider down, breaker open, or budget spent. */
export interface Models {
  /** `anthropic/<model>`, or `local/<embedding>` when the alias is answered locally. */
  nameOf: (alias: Alias) => string
  /** A value of the schema, as a model sees it. */
  generate: <S extends TSchema>(
    ctx: Ctx,
    request: GenerateRequest<S>,
  ) => Promise<({ value: Static<S> } & Cost) | undefined>
  /** The model's answer in words, after it has read what it wants with the tools. */
  converse: (ctx: Ctx, request: ConverseRequest) => Promise<({ text: string } & Cost) | undefined>
}

export const openModels = (_config: Config, embedding: Embedding): Models => ({
  nameOf: () => `local/${embedding.name}`,
  generate: async () => undefined,
  converse: async () => undefined,
})
