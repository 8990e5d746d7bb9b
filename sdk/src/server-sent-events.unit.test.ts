import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chunksOf, serverSentEvents } from './server-sent-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a stream without a sign of life is closed, one with comments stays open', async () => {
  const cancel = vi.fn<() => void>()
  let service!: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (service = controller),
    cancel,
  })
  const send = (text: string) => service.enqueue(new TextEncoder().encode(text))
  const seen: string[] = []
  const reading = (async () => {
    for await (const { data } of serverSentEvents(chunksOf(stream, 20_000))) if (data) seen.push(data)
  })()
  const reason = reading.catch((error: Error) => error.message)
  for (let beat = 0; beat < 4; beat++) {
    send(': alive\n\n')
    await vi.advanceTimersByTimeAsync(15_000)
  }
  send('event: x\ndata: 1\n\n')
  await vi.advanceTimersByTimeAsync(19_000)
  expect(seen).toEqual(['1'])
  expect(cancel).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(cancel).toHaveBeenCalledOnce()
  expect(await reason).toBe('Nothing received for 20000 ms')
})
