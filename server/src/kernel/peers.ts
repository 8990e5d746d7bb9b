import type { Channel } from './channel.ts'

/** The processes of this machine that serve together. */
export interface Peers {
  /** Resolves when every other process has handled it; one that does not answer is not waited for. */
  publish: (topic: string, key?: string) => Promise<void>
  subscribe: (topic: string, handle: (key: string) => unknown) => void
  /** Holds what all of them count together; a process that serves alone has none, and counts for itself. */
  supervisor?: Channel
}

export const noPeers: Peers = { publish: () => Promise.resolve(), subscribe: () => undefined }

export interface Publication {
  topic: string
  key: string
}

/** Through the supervisor, which passes publications on. */
export function peersBehind(supervisor: Channel): Peers {
  const handlers = new Map<string, (key: string) => unknown>()
  supervisor.handle('published', ({ topic, key }: Publication) => handlers.get(topic)?.(key))
  return {
    supervisor,
    // What others keep for a moment also ends by itself, so a failure here fails no request.
    publish: (topic, key = '') =>
      supervisor.call<void>('publish', { topic, key } satisfies Publication).catch(() => undefined),
    subscribe: (topic, handle) => void handlers.set(topic, handle),
  }
}
