import { chunksOf, serverSentEvents } from '../../../sdk/src/server-sent-events.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'
import { pause, refreshSoon } from './refresh.ts'
import type { Event } from './schema.d.ts'

/**
 * Follows the event stream and reloads what changed. What happened while there was no stream is not replayed: whatever
 * is shown is read again instead. A browser opens only six connections to a service without HTTP/2, so one window that is
 * not hidden has the stream, and tells the others.
 */
export function followEvents(
  queries: QueryClient,
  page: Page = document,
  read = newEvents,
  locks: Locks | undefined = navigator.locks,
): () => void {
  let abort = new AbortController()
  const windows = new BroadcastChannel('live events')
  const tell = (event?: LiveEvent) => {
    refresh(queries, event)
    if (locks) windows.postMessage(event)
  }
  windows.addEventListener('message', ({ data }: MessageEvent<LiveEvent | undefined>) => {
    if (!page.hidden) refresh(queries, data)
  })
  const readStream = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const events = await read(signal)
        tell() // events missed before the stream was open
        for await (const event of events) tell(event)
      } catch {
        // The network or the service is unavailable: try again.
      }
      if (!signal.aborted) await pause(3000)
    }
  }
  const follow = async ({ signal }: AbortController) => {
    if (!locks) return readStream(signal) // browsers offer Web Locks only over HTTPS and on localhost
    const hadStream = await locks.request('live events', { ifAvailable: true }, async (lock) => {
      if (lock) await readStream(signal)
      return lock !== null
    })
    if (hadStream || signal.aborted) return
    refresh(queries) // events missed before this window listened to the one with the stream
    await locks.request('live events', { signal }, () => readStream(signal)).catch(() => undefined)
  }
  const restart = () => {
    abort.abort()
    abort = new AbortController()
    if (!page.hidden) void follow(abort)
  }
  restart()
  page.addEventListener('visibilitychange', restart)
  return () => {
    page.removeEventListener('visibilitychange', restart)
    abort.abort()
    windows.close()
  }
}

type Locks = Pick<LockManager, 'request'>

type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

type EventSubject = Event['type'] extends `${infer Subject}.${string}` ? Subject : never

/** The paths of the lists that have the record of an event. A service that is newer than this page may have more events. */
const paths: Record<string, string[]> = {
  incident: ['/incidents'],
  sla: ['/incidents'],
  change: ['/changes', '/approvals'],
  request: ['/requests', '/approvals'],
  ci: ['/cmdb/cis'],
} satisfies Record<EventSubject, string[]>

/** Called with the ID of a changed record; returns true if it updated the lists itself. */
type Listener = (id: string) => boolean

const listeners = new Map<string, Set<Listener>>()

export function whenChanged(path: string, listener: Listener): () => void {
  const known = listeners.get(path) ?? new Set()
  listeners.set(path, known.add(listener))
  return () => known.delete(listener)
}

function refresh(queries: QueryClient, event?: LiveEvent): void {
  const touched = event ? (paths[event.noun] ?? []) : new Set(Object.values(paths).flat())
  for (const path of touched) {
    void queries.invalidateQueries({ queryKey: event ? [path, event.subject] : [path] })
    const handled = event && [...(listeners.get(path) ?? [])].map((listener) => listener(event.subject))
    if (handled?.includes(true)) continue
    void refreshSoon(queries, [path, 'list'], 300)
  }
  void refreshSoon(queries, ['/statistics/incidents'], 2000)
  // Notifications are written after the event, in the background.
  void pause(1000).then(() => refreshSoon(queries, ['/notifications', 'list'], 5000))
}

interface LiveEvent {
  noun: string
  subject: string
}

async function newEvents(signal: AbortSignal) {
  const stream = await bodyOf(api.GET('/events/stream', { signal, parseAs: 'stream' }))
  return eventsOf(serverSentEvents(chunksOf(stream!, maxSilence)))
}

/** The service sends something every 5 seconds. */
const maxSilence = 20_000

async function* eventsOf(messages: AsyncIterable<{ data: string | undefined }>): AsyncGenerator<LiveEvent> {
  for await (const { data } of messages) if (data) yield* changedBy(JSON.parse(data) as StreamedEvent)
}

interface StreamedEvent {
  type: string
  data: { id: string; changes?: { change_id?: { from: string | null; to: string | null } } }
}

/** A change shows the incidents that are linked to it, and has no event of its own when these change. */
export function changedBy({ type, data }: StreamedEvent): LiveEvent[] {
  const { from = null, to = null } = data.changes?.change_id ?? {}
  const changes = [from, to].filter((id) => id !== null)
  return [
    { noun: type.split('.')[0]!, subject: data.id },
    ...changes.map((subject) => ({ noun: 'change', subject })),
  ]
}
