import { Type, type TSchema } from 'typebox'
import { aliases } from '../../../config-forms.ts'
import { Enum } from '../../../kernel/schema.ts'
import type { Endpoint } from '../usage/model.ts'

export type Alias = (typeof aliases)[number]
export const defaultAlias: Alias = 'model-3-sonnet'

export const Model = Type.Optional(Enum(aliases))

/** A read-only tool that runs with the caller's rights. */
export interface ReadTool {
  name: string
  description: string
  parameters: TSchema
  /** Called with validated arguments. The model sees the message of a thrown Problem. */
  run(args: unknown): Promise<unknown>
}

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

export interface Request {
  alias: Alias
  endpoint: Endpoint
  /** The model's role and task. Never put text of records here: see `fence`. */
  system: string
  /** Aborted when the client is gone: the model is stopped, and the answer is undefined. */
  signal?: AbortSignal
  /** Called with the tokens of the call, whether or not it is answered. */
  onSpent?: (tokens: number) => void
}

export interface GenerateRequest<S extends TSchema> extends Request {
  prompt: string
  schema: S
}

export interface ConverseRequest extends Request {
  messages: readonly Message[]
  tools: readonly ReadTool[]
  /** Called as text arrives. The deltas add up to the beginning of `text`, unless the answer is undefined. */
  onText?: (delta: string) => void
}

export interface Cost {
  /** `provider/model` that actually answered. */
  model_used: string
  tokens_used: number
}
