import type { IncomingHttpHeaders } from 'node:http'

/** A request to a model, independent of the protocol. */
export interface ModelRequest {
  path: string
  headers: IncomingHttpHeaders
  model: string
  system: string
  /** The conversation of user and model. */
  said: string
  /** The results of tools, in order. */
  results: string[]
  tools: string[]
  /** The schema of the answer, however the protocol transports it. */
  form: unknown
  is_stream: boolean
  /** As it arrived. */
  body: object
  /** Milliseconds of the server's clock. */
  at: number
}

/** A reply of a model. A structured answer is its JSON as text. */
export interface ModelReply {
  text?: string
  /** Arguments as text are sent unchanged. */
  calls?: { name: string; args: unknown }[]
  /** Input and output. */
  tokens?: [number, number]
  /** Ends at the limit of tokens. */
  is_cut?: true
  /** Omits the token usage. */
  is_silent_on_cost?: true
}

export interface EncodedResponse {
  type: string
  /** A stream has several chunks, any other response one. */
  pieces: Buffer[]
}

/** How a provider encodes requests and replies in HTTP. */
export interface Protocol {
  /** Variables that make a service use this server for every alias. */
  env: (url: string) => Record<string, string>
  /** The resulting `model_used`. */
  name: string
  read: (request: {
    path: string
    headers: IncomingHttpHeaders
    body: never
  }) => Omit<ModelRequest, 'at' | 'body'>
  write: (said: ModelReply, asked: ModelRequest) => EncodedResponse
  /** An error in the provider's shape. */
  refuse: (message: string) => unknown
}

export const json = (body: unknown): EncodedResponse => ({
  type: 'application/json',
  pieces: [Buffer.from(JSON.stringify(body))],
})

/** Server-sent events. */
export const events = (all: { event?: string; data: unknown }[]): EncodedResponse => ({
  type: 'text/event-stream',
  pieces: all.map(({ event, data }) =>
    Buffer.from(
      `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    ),
  ),
})

/** A few words at a time. */
export const bits = (text: string): string[] => text.match(/[^]{1,20}/g) ?? []

export const raw = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args))
