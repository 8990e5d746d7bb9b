import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { closeAtEnd } from './cleanup.ts'

/** A way to a server that breaks: the first connection at its first request, the second at its second, and so on. */
export async function startBreakingProxy(target: URL): Promise<URL> {
  let connections = 0
  const server = createServer((socket) => {
    let left = ++connections
    const upstream = connect(Number(target.port), target.hostname)
    const end = () => {
      socket.destroy()
      upstream.destroy()
    }
    for (const one of [socket, upstream]) one.on('error', end).on('close', end)
    upstream.pipe(socket)
    socket.on('data', (data) => (--left > 0 ? upstream.write(data) : end()))
  })
  await listen(server)
  closeAtEnd(() => void server.close())
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return url
}

const listen = (server: Server) =>
  new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
