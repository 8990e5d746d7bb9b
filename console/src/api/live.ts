import type { QueryClient } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'
import { refreshSoon } from './refresh.ts'
import type { Event } from './schema.d.ts'
import { serverEvents } from './server-events.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Follows the event stream and reloads what changed. What happened while there was no stream is not replayed: whatever
 * is shown is read again instead. A hidden tab closes its stream, because a browser opens only six connections to a
 * service without HTTP/2.
 */
export function followEvents(queries: QueryClient, page: Page = document, read = newEvents): () => void {
  let abort = new AbortController()
  const follow = async ({ signal }: AbortController) => {
    while (!signal.aborted) {
      try {
        const events = await read(signal)
        refresh(queries) // events missed before the stream was open
        for await (const event of events) refresh(queries, event)
      } catch {
        // The network or the service is unavailable: try again.
      }
      await pause(3000)
    }
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
  }
}

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
  void refreshSoon(queries, ['/statistics'], 2000)
  // Notifications are written after the event, in the background.
  void pause(1000).then(() => refreshSoon(queries, ['/notifications', 'list'], 5000))
}

interface LiveEvent {
  noun: string
  subject: string
}

async function newEvents(signal: AbortSignal) {
  const stream = await bodyOf(api.GET('/events/stream', { signal, parseAs: 'stream' }))
  return eventsOf(stream!)
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  for await (const { data } of serverEvents(body)) {
    const event = JSON.parse(data) as Event & { data: { id: string } }
    yield { noun: event.type.split('.')[0]!, subject: event.data.id }
  }
}
