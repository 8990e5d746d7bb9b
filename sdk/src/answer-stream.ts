import { apiError, ConnectionError } from './errors.ts'
import type { CopilotAnswer, CopilotQuery, Problem } from './schema.ts'
import { chunksOf, serverSentEvents } from './server-sent-events.ts'
import type { Transport } from './transport.ts'

/** Milliseconds of silence after which the answer is given up. */
const idleTimeout = 120_000

/** The method, not the query, decides whether the answer is streamed. */
export type CopilotQuestion = Omit<CopilotQuery, 'stream'>

/** Yields the text piece by piece. A streamed answer cannot be repeated, so it is not retried. */
export async function* streamAnswer(
  transport: Transport,
  query: CopilotQuestion,
  signal?: AbortSignal,
): AsyncGenerator<string, CopilotAnswer, undefined> {
  const request = new Request(`${transport.root}/ai/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ ...query, stream: true }),
  })
  const response = await transport.openStream(request, { signal })
  for await (const { event, data = '{}' } of serverSentEvents(chunksOf(response.body!, idleTimeout))) {
    if (event === 'delta') yield (JSON.parse(data) as { text: string }).text
    if (event === 'done') return JSON.parse(data) as CopilotAnswer
    if (event === 'error') throw problemError(JSON.parse(data) as Problem)
  }
  throw new ConnectionError('The answer ended before it was complete')
}

const problemError = (problem: Problem) =>
  apiError(new Response(null, { status: problem.status, headers: {} }), problem)
