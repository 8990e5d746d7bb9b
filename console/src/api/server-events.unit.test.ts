import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverEvents } from './server-events.ts'

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
    for await (const { data } of serverEvents(stream, 20_000)) seen.push(data)
  })()
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
  await reading
})
