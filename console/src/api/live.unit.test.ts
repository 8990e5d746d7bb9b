import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('navigator', {})
const { changedBy, followEvents } = await import('./live.ts')

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

test('an incident that moves from one change to another changes both', () => {
  const data = { id: 'INC0000001', changes: { change_id: { from: 'CHG0000001', to: 'CHG0000002' } } }
  const moved = changedBy({ type: 'incident.updated', data })
  expect(moved.map(({ noun, subject }) => `${noun} ${subject}`)).toEqual([
    'incident INC0000001',
    'change CHG0000001',
    'change CHG0000002',
  ])
  expect(changedBy({ type: 'sla.breached', data: { id: 'INC0000001' } })).toHaveLength(1)
})

/** Like that of a browser: one holder at a time, the others in order. */
function lockManager() {
  let waiting: (() => void)[] = []
  let isHeld = false
  const hold = async (work: (lock: object | null) => unknown) => {
    isHeld = true
    await work({})
    isHeld = false
    waiting.shift()?.()
  }
  return {
    request: async (
      _: string,
      { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
      work: (lock: object | null) => unknown,
    ) => {
      if (!isHeld) return hold(work).then(() => true)
      if (ifAvailable) return work(null)
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((each) => each !== resolve)
          reject(new Error('aborted'))
        })
      })
      return hold(work)
    },
  } as unknown as LockManager
}

test('of several windows one has the stream and tells the others, and another takes over when it is hidden', async () => {
  vi.useRealTimers()
  const locks = lockManager()
  const streams: { window: number; send: (subject: string) => void; signal: AbortSignal }[] = []
  const open = (window: number) => {
    const page = Object.assign(new EventTarget(), { hidden: false })
    const queries = new QueryClient()
    const seen: unknown[] = []
    queries.invalidateQueries = ({ queryKey }: { queryKey?: readonly unknown[] } = {}) => {
      seen.push(queryKey?.[1])
      return Promise.resolve()
    }
    const read = (signal: AbortSignal) => {
      const subjects = new TransformStream<string, string>({}, { highWaterMark: 9 })
      const writer = subjects.writable.getWriter()
      signal.addEventListener('abort', () => void writer.abort().catch(() => undefined))
      streams.push({ window, send: (subject) => void writer.write(subject), signal })
      return Promise.resolve(
        (async function* () {
          for await (const subject of subjects.readable) yield { noun: 'incident', subject }
        })(),
      )
    }
    const stop = followEvents(queries, page as never, read, locks)
    const hide = () => {
      page.hidden = true
      page.dispatchEvent(new Event('visibilitychange'))
    }
    return { seen, stop, hide }
  }
  const windows = [open(0), open(1), open(2)]
  await vi.waitFor(() => expect(streams.map(({ window }) => window)).toEqual([0]))
  await vi.waitFor(() => expect(windows[2]!.seen.length).toBeGreaterThan(0))
  streams[0]!.send('INC0000001')
  await vi.waitFor(() => {
    for (const { seen } of windows) expect(seen).toContain('INC0000001')
  })
  windows[0]!.hide()
  await vi.waitFor(() => expect(streams.map(({ window }) => window)).toEqual([0, 1]))
  streams[1]!.send('INC0000002')
  await vi.waitFor(() => expect(windows[2]!.seen).toContain('INC0000002'))
  expect(windows[0]!.seen).not.toContain('INC0000002')
  for (const { stop } of windows) stop()
})
