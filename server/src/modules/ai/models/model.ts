import type { TSchema } from 'typebox'
import type { Alias } from '../model.ts'

/** What a model is asked on behalf of; its cost is counted there. */
export const endpoints = ['ask', 'analyze', 'exemplars', 'suggest', 'query', 'resolutions'] as const
export type Endpoint = (typeof endpoints)[number]

/** Reads something under the caller's rights; nothing that a model can call changes anything. */
export interface ReadTool {
  name: string
  description: string
  parameters: TSchema
  /** The arguments have been checked against `parameters`. What it throws as a Problem is told to the model. */
  run: (args: never) => Promise<unknown>
}

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

export interface Request {
  alias: Alias
  endpoint: Endpoint
  /** Who the model is and what it shall do. Text of records never belongs here: see `fence`. */
  system: string
  /** Aborted when nobody waits for the answer any more: the model is not asked on, and the answer is undefined. */
  signal?: AbortSignal
}

export interface GenerateRequest<S extends TSchema> extends Request {
  prompt: string
  schema: S
}

export interface ConverseRequest extends Request {
  messages: readonly Message[]
  tools: readonly ReadTool[]
  /** Called as the text arrives. What was told is the beginning of `text`, unless the answer is undefined. */
  onText?: (delta: string) => void
}

export interface Cost {
  /** provider/model that really answered. */
  model_used: string
  tokens_used: number
}
