import { api, ApiError, bodyOf } from '../api/client.ts'
import { serverEvents } from '../api/server-events.ts'
import type { CopilotAnswer, CopilotQuery } from '../api/schema.d.ts'
import { words } from '../words.ts'

/** The text is told as it comes; what counts in the end is the whole answer. */
export async function ask(
  question: CopilotQuery,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<CopilotAnswer> {
  const body = { ...question, stream: true }
  const stream = await bodyOf(api.POST('/ai/query', { body, signal, parseAs: 'stream' }))
  for await (const { event, data } of serverEvents(stream!)) {
    const told: unknown = JSON.parse(data)
    if (event === 'delta') tell((told as { text: string }).text)
    if (event === 'done') return told as CopilotAnswer
    if (event === 'error') throw new ApiError((told as { status?: number }).status ?? 500, told as object)
  }
  throw new Error(words.copilot.broken)
}
