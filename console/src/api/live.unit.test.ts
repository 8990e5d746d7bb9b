import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { followEvents } = await import('./live.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a hidden tab closes its stream, and resumes it after the last event when it is shown again', async () => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  const show = (isShown: boolean) => {
    page.hidden = !isShown
    page.dispatchEvent(new Event('visibilitychange'))
    return vi.advanceTimersByTimeAsync(20_000)
  }
  const opened: { last: string; signal: AbortSignal }[] = []
  async function* events(signal: AbortSignal) {
    yield { id: `event ${opened.length}`, noun: 'incident', subject: 'INC0000001' }
    await new Promise((_, refuse) => signal.addEventListener('abort', refuse))
  }
  const stop = followEvents(new QueryClient(), page as never, (last, signal) => {
    opened.push({ last, signal })
    return Promise.resolve(events(signal))
  })
  const isOpen = () => opened.map(({ signal }) => !signal.aborted)

  await vi.advanceTimersByTimeAsync(20_000)
  expect(isOpen()).toEqual([true])
  await show(false)
  expect(isOpen()).toEqual([false])
  await show(true)
  expect(isOpen()).toEqual([false, true])
  expect(opened.map(({ last }) => last)).toEqual(['', 'event 1'])
  stop()
  await show(true)
  expect(isOpen()).toEqual([false, false])
})
