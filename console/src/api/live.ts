import type { QueryClient } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'
import { refreshSoon } from './refresh.ts'
import type { Event } from './schema.d.ts'
import { serverEvents } from './server-events.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Follows the event stream and reloads what changed. A broken stream is resumed after the last event. A hidden tab closes
 * its stream, because a browser opens only six connections to a service without HTTP/2.
 */
export function followEvents(queries: QueryClient, page: Page = document, read = eventsAfter): () => void {
  let abort = new AbortController()
  let last = ''
  const follow = async ({ signal }: AbortController) => {
    while (!signal.aborted) {
      try {
        const events = await read(last, signal)
        refresh(queries) // events missed before the stream was open
        for await (const event of events) {
          last = event.id
          refresh(queries, event)
        }
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

/** The path of the records that an event is about. */
const paths: Record<string, string> = {
  incident: '/incidents',
  sla: '/incidents',
  change: '/changes',
  request: '/requests',
  ci: '/cmdb/cis',
}

/** Called with the ID of a changed record; returns true if it updated the lists itself. */
type Listener = (id: string) => boolean

const listeners = new Map<string, Set<Listener>>()

export function whenChanged(path: string, listener: Listener): () => void {
  const known = listeners.get(path) ?? new Set()
  listeners.set(path, known.add(listener))
  return () => known.delete(listener)
}

function refresh(queries: QueryClient, event?: LiveEvent): void {
  const touched = event ? [paths[event.noun]] : Object.values(paths)
  for (const path of touched.filter((path) => path !== undefined)) {
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
  id: string
  noun: string
  subject: string
}

async function eventsAfter(last: string, signal: AbortSignal) {
  const headers = last ? { 'last-event-id': last } : {}
  const stream = await bodyOf(api.GET('/events/stream', { headers, signal, parseAs: 'stream' }))
  return eventsOf(stream!)
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  for await (const { id, data } of serverEvents(body)) {
    const event = JSON.parse(data) as Event & { data: { id: string } }
    yield { id, noun: event.type.split('.')[0]!, subject: event.data.id }
  }
}
