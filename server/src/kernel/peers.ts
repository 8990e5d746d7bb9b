import type { Channel } from './channel.ts'

/** The other processes of this machine that serve requests. */
export interface Peers {
  /** Resolves when every other process has handled it, or did not respond in time. */
  publish: (topic: string, key?: string) => Promise<void>
  subscribe: (topic: string, handle: (key: string) => unknown) => void
  /** Holds the shared counts and limits; absent in a process that serves alone. */
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
    // Cached values of other processes expire anyway, so a failure here fails no request.
    publish: (topic, key = '') =>
      supervisor.call<void>('publish', { topic, key } satisfies Publication).catch(() => undefined),
    subscribe: (topic, handle) => void handlers.set(topic, handle),
  }
}
