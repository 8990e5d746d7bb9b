import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { followEvents } = await import('./live.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a hidden tab closes its stream, and reads what is shown once when it is seen again, not every event since', async () => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  const show = (isShown: boolean) => {
    page.hidden = !isShown
    page.dispatchEvent(new Event('visibilitychange'))
    return vi.advanceTimersByTimeAsync(20_000)
  }
  const opened: AbortSignal[] = []
  async function* events(signal: AbortSignal) {
    yield { noun: 'incident', subject: 'INC0000001' }
    await new Promise((_, refuse) => signal.addEventListener('abort', refuse))
  }
  const stop = followEvents(new QueryClient(), page as never, (signal) => {
    opened.push(signal)
    return Promise.resolve(events(signal))
  })
  const isOpen = () => opened.map(({ aborted }) => !aborted)

  await vi.advanceTimersByTimeAsync(20_000)
  expect(isOpen()).toEqual([true])
  await show(false)
  expect(isOpen()).toEqual([false])
  await show(true)
  expect(isOpen()).toEqual([false, true])
  stop()
  await show(true)
  expect(isOpen()).toEqual([false, false])
})

test('the list of approvals is read again when a change or request has changed', async () => {
  const queries = new QueryClient()
  let reads = 0
  const queryFn = () => Promise.resolve(++reads)
  const leave = new QueryObserver(queries, { queryKey: ['/approvals', 'list', {}], queryFn }).subscribe(
    () => {},
  )
  const page = Object.assign(new EventTarget(), { hidden: false })
  const nouns = new TransformStream<string, string>()
  async function* events() {
    for await (const noun of nouns.readable) yield { noun, subject: 'X' }
  }
  const stop = followEvents(queries, page as never, () => Promise.resolve(events()))
  await vi.advanceTimersByTimeAsync(20_000)
  const writer = nouns.writable.getWriter()
  const isRead = async (noun: string) => {
    const before = reads
    await writer.write(noun)
    await vi.advanceTimersByTimeAsync(20_000)
    return reads > before
  }
  expect(await isRead('change')).toBe(true)
  expect(await isRead('request')).toBe(true)
  expect(await isRead('incident')).toBe(false)
  stop()
  leave()
})
