import { ApiError, openStream } from '../api/client.ts'
import { serverEvents } from '../api/server-events.ts'
import { words } from '../words.ts'
import type { Answer } from './model.ts'

export interface Question {
  query: string
  conversation_id?: string
  context_record?: { type: string; id: string }
}

/** The text is told as it comes; what counts in the end is the whole answer. */
export async function ask(
  question: Question,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const body = await openStream('POST', '/ai/query', { body: { ...question, stream: true }, signal })
  for await (const { event, data } of serverEvents(body)) {
    const told: unknown = JSON.parse(data)
    if (event === 'delta') tell((told as { text: string }).text)
    if (event === 'done') return told as Answer
    if (event === 'error') throw new ApiError((told as { status?: number }).status ?? 500, told as object)
  }
  throw new Error(words.copilot.broken)
}
