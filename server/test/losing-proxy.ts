import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { closeAtEnd } from './cleanup.ts'

/** Passes requests on, and loses the first answers on their way back. */
export async function losingProxy(port: number, losses: number): Promise<string> {
  let left = losses
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.on('error', () => undefined).pipe(to)
    to.on('error', () => undefined).on('data', (bytes: Buffer) => {
      if (left-- > 0) from.resetAndDestroy()
      else from.write(bytes)
    })
    to.on('close', () => from.destroy())
    from.on('close', () => to.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
