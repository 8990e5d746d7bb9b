import { Readable } from 'node:stream'
import type { Ctx } from '../../../db/ctx.ts'
import { problemBody, toProblem } from '../../../http/errors.ts'
import type { QueryAnswer } from './model.ts'

interface AnswerStream {
  /** Computes the answer; the signal aborts when the client disconnects. */
  answer: (tell: (delta: string) => void, signal: AbortSignal) => Promise<QueryAnswer>
  instance: string
  request_id: string
}

/** Server-Sent Events: `delta` with text as it comes, then `done` with the whole answer, or `error` with the problem. */
export function streamAnswer(ctx: Ctx, { answer, instance, request_id }: AnswerStream): Readable {
  const gone = new AbortController()
  const stream = new Readable({ read: () => {}, destroy: (error, done) => (gone.abort(), done(error)) })
  const send = (event: string, data: string) => {
    if (!gone.signal.aborted) stream.push(`event: ${event}\ndata: ${data}\n\n`)
  }
  let isStarted = false
  const tell = (text: string) => {
    isStarted = true
    if (text) send('delta', JSON.stringify({ text }))
  }
  const work = async () => {
    try {
      const body = await answer(tell, gone.signal)
      // Answers without a model are sent line by line, so that clients handle all answers alike.
      if (!isStarted) for (const line of body.answer.split(/(?<=\n)/)) tell(line)
      send('done', JSON.stringify(body))
    } catch (error) {
      const problem = toProblem(error)
      if (problem.status >= 500 && !gone.signal.aborted)
        ctx.log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
      send('error', problemBody(problem, instance, request_id))
    }
    if (!gone.signal.aborted) stream.push(null)
  }
  // Sends the headers at once, however long the first words take.
  stream.push(': begun\n\n')
  void work()
  return stream
}
