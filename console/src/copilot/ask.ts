import { chunksOf, serverSentEvents } from '../../../sdk/src/server-sent-events.ts'
import { api, ApiError, bodyOf } from '../api/client.ts'
import type { CopilotAnswer, CopilotQuery } from '../api/schema.d.ts'
import { copilot } from '../words/copilot.ts'

/** Streams the text of the answer to `onText` and returns the complete answer. */
export async function ask(
  question: CopilotQuery,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<CopilotAnswer> {
  const body = { ...question, stream: true }
  const stream = await bodyOf(api.POST('/ai/query', { body, signal, parseAs: 'stream' }))
  for await (const { event, data = '{}' } of serverSentEvents(chunksOf(stream!, Infinity))) {
    const message: unknown = JSON.parse(data)
    if (event === 'delta') onText((message as { text: string }).text)
    if (event === 'done') return message as CopilotAnswer
    if (event === 'error')
      throw new ApiError((message as { status?: number }).status ?? 500, message as object)
  }
  throw new Error(copilot.broken)
}
