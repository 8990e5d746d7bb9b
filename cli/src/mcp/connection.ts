import { messagesIn, parseMessage, type Message } from './message.ts'

export type Send = (body: string, headers: Record<string, string>) => Promise<Response>

interface Answer {
  status: number
  text: string
  messages: string[]
}

const baseHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** The service keeps nothing between requests; what belongs to the connection, session and revision, is kept here. */
export class Connection {
  readonly #send: Send
  #session: string | undefined
  #version: string | undefined
  #initialize: string | undefined
  #reopening: Promise<unknown> | undefined

  constructor(send: Send) {
    this.#send = send
  }

  /** A session that the service does not know any more, as after a rotation of its keys, is opened again. */
  async exchange(line: string, message: Message): Promise<Answer> {
    if (message.method === 'initialize') this.#initialize = line
    const session = this.#session
    const answer = await this.#post(line, message)
    if (!isUnknownSession(answer) || this.#initialize === undefined) return answer
    if (session === this.#session) this.#reopening = this.#reopen(this.#initialize)
    await this.#reopening
    return this.#post(line, message)
  }

  #reopen(initialize: string): Promise<unknown> {
    this.#session = undefined
    return this.#post(initialize, parseMessage(initialize)!)
  }

  async #post(line: string, message: Message): Promise<Answer> {
    const response = await this.#send(line, {
      ...baseHeaders,
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...(this.#version === undefined ? {} : { 'mcp-protocol-version': this.#version }),
      ...headersOf(message),
    })
    const text = await response.text()
    const messages = messagesIn(response, text)
    this.#session = response.headers.get('mcp-session-id') ?? this.#session
    for (const answer of messages)
      this.#version = parseMessage(answer)?.result?.protocolVersion ?? this.#version
    return { status: response.status, text, messages }
  }
}

const isUnknownSession = ({ status, text }: Answer) =>
  status === 404 && parseMessage(text)?.code === 'unknown_session'

/** Revisions from 2026 on name the revision and the method of each message in its headers too. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[versionKey]
  if (typeof version !== 'string' || method === undefined) return {}
  const headers: Record<string, string> = { 'mcp-protocol-version': version, 'mcp-method': method }
  if (typeof params?.name === 'string') headers['mcp-name'] = params.name
  return headers
}
