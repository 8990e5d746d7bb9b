import { second } from './durations.ts'

/** One end of a connection between two processes of this machine, with named calls in both directions. */
export interface Channel {
  /** Resolves with the response of the other side; rejects when it fails, has ended, or does not respond in time. */
  call: <Output>(name: string, input?: unknown, answerWithin?: number) => Promise<Output>
  /** Sends a message without waiting for a response. */
  notify: (name: string, input?: unknown) => void
  /** Sets the handler for calls with this name. */
  handle: <Input>(name: string, handler: (input: Input) => unknown) => void
}

/** The messaging that Node provides on both sides of a fork. */
export interface MessagePort {
  send?: (message: Message, onSent: (error: Error | null) => void) => boolean
  on: (event: 'message' | 'disconnect', listener: (message: Message) => void) => unknown
}

interface Message {
  name?: string
  /** Links a call to its response. */
  id?: number
  input?: unknown
  output?: unknown
  error?: string
}

interface PendingCall {
  resolve: (output: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** The other process runs, but hangs. */
export class NoAnswer extends Error {}

const callTimeout = 2 * second

export function openChannel(port: MessagePort): Channel {
  const handlers = new Map<string, (input: unknown) => unknown>()
  const pending = new Map<number, PendingCall>()
  let calls = 0

  const settle = (id: number, finish: (call: PendingCall) => void) => {
    const call = pending.get(id)
    if (!call) return
    pending.delete(id)
    clearTimeout(call.timer)
    finish(call)
  }
  const fail = (id: number, error: Error) => settle(id, ({ reject }) => reject(error))
  // Calls to a process that has ended are rejected by `disconnect`.
  const send = (message: Message, onFailure: (error: Error) => void = () => undefined) =>
    port.send?.(message, (error) => error && onFailure(error))

  const answer = async (name: string, id: number | undefined, input: unknown) => {
    try {
      const output: unknown = await handlers.get(name)?.(input)
      if (id !== undefined) send({ id, output })
    } catch (error) {
      if (id !== undefined) send({ id, error: error instanceof Error ? error.message : String(error) })
      else throw error
    }
  }
  port.on('message', ({ name, id, input, output, error }) => {
    if (name !== undefined) void answer(name, id, input)
    else if (error !== undefined) fail(id!, new Error(error))
    else settle(id!, ({ resolve }) => resolve(output))
  })
  port.on('disconnect', () => {
    for (const id of pending.keys()) fail(id, new Error('The other process has ended'))
  })

  return {
    call: (name, input, answerWithin = callTimeout) =>
      new Promise((resolve, reject) => {
        const id = ++calls
        const giveUp = () => fail(id, new NoAnswer(`No answer to ${name} within ${answerWithin} ms`))
        const timer = setTimeout(giveUp, answerWithin).unref()
        pending.set(id, { resolve: resolve as PendingCall['resolve'], reject, timer })
        send({ name, id, input }, (error) => fail(id, error))
      }),
    notify: (name, input) => void send({ name, input }),
    handle: (name, handler) => void handlers.set(name, handler as (input: unknown) => unknown),
  }
}
