import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'
import { closeAtEnd } from './cleanup.ts'

/** A TCP proxy that simulates network faults. */
export interface ChaosProxy {
  port: number
  /** Delays each chunk by this many milliseconds. */
  delay: (milliseconds: number) => void
  /** Drops everything silently, like a pulled cable or a lost firewall entry. */
  blackHole: () => void
  /** Resets open and new connections. */
  cut: () => void
  /** Lets new connections pass again. Those lost in a black hole stay lost. */
  heal: () => void
}

/** A unix socket has no reset. */
const reset = (socket: Socket) => (socket.remotePort ? socket.resetAndDestroy() : socket.destroy())

type Mode = 'pass' | 'black-hole' | 'cut'

export async function chaosProxy(target: NetConnectOpts): Promise<ChaosProxy> {
  let mode: Mode = 'pass'
  let lateBy = 0
  const sockets = new Set<Socket>()
  const swallowed = new WeakSet<Socket>()

  const forward = (from: Socket, to: Socket) => {
    from.on('data', (bytes: Buffer) => {
      if (swallowed.has(from)) return
      if (lateBy === 0) to.write(bytes)
      else setTimeout(() => to.writable && to.write(bytes), lateBy)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      if (!swallowed.has(from)) to.destroy()
    })
  }

  const server = createServer((client) => {
    sockets.add(client)
    if (mode === 'cut') return reset(client)
    if (mode === 'black-hole') {
      swallowed.add(client)
      return client.on('error', () => undefined).resume()
    }
    const upstream = connect(target)
    sockets.add(upstream)
    forward(client, upstream)
    forward(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  return {
    port: (server.address() as AddressInfo).port,
    delay: (milliseconds) => {
      lateBy = milliseconds
    },
    blackHole: () => {
      mode = 'black-hole'
      for (const socket of sockets) swallowed.add(socket)
    },
    cut: () => {
      mode = 'cut'
      for (const socket of sockets) reset(socket)
    },
    heal: () => {
      mode = 'pass'
      lateBy = 0
    },
  }
}

/** A database on the shared server, reached through a proxy. */
export async function proxiedDatabase(url: string): Promise<{ url: string; proxy: ChaosProxy }> {
  const { username, password, pathname, searchParams } = new URL(url.replace('@/', '@socket/'))
  const proxy = await chaosProxy({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
  return { url: `postgres://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`, proxy }
}
