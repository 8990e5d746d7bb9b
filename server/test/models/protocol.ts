import type { IncomingHttpHeaders } from 'node:http'

/** What a model is asked, whichever protocol carries it. */
export interface ModelRequest {
  path: string
  headers: IncomingHttpHeaders
  model: string
  system: string
  /** All that was said so far, by the user and by the model. */
  said: string
  /** What tools gave back, in their order. */
  results: string[]
  tools: string[]
  /** The form that the answer shall have, however the provider is told of it. */
  form: unknown
  is_stream: boolean
  /** Milliseconds of the server's clock. */
  at: number
}

/** What a model says. An answer in a form is its JSON as text. */
export interface ModelReply {
  text?: string
  /** Arguments as text are sent as they are. */
  calls?: { name: string; args: unknown }[]
  /** Input and output. */
  tokens?: [number, number]
  /** Leaves out what it cost. */
  is_silent_on_cost?: true
}

export interface Encoded {
  type: string
  /** A stream comes in pieces; everything else is one. */
  pieces: Buffer[]
}

/** How a provider puts questions and answers into HTTP. */
export interface Protocol {
  /** Variables that make a service ask this server, with every alias. */
  env: (url: string) => Record<string, string>
  /** What `model_used` then says. */
  name: string
  read: (request: { path: string; headers: IncomingHttpHeaders; body: never }) => Omit<ModelRequest, 'at'>
  write: (said: ModelReply, asked: ModelRequest) => Encoded
  /** An error in the provider's shape. */
  refuse: (message: string) => unknown
}

export const json = (body: unknown): Encoded => ({
  type: 'application/json',
  pieces: [Buffer.from(JSON.stringify(body))],
})

/** Server-sent events. */
export const events = (all: { event?: string; data: unknown }[]): Encoded => ({
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
