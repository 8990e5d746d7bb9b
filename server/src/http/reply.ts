/** JSON that PostgreSQL has already serialised; it is sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A response other than a plain 200. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const toText = (body: unknown): string => (body instanceof JsonText ? body.text : JSON.stringify(body))

export const toReply = (result: unknown): Reply => {
  if (result instanceof Reply) return result
  return result === undefined ? new Reply(204, undefined) : new Reply(200, result)
}
