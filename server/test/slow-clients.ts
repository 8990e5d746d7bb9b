import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Misbehaving clients that keep their connections open. */
export class SlowClients {
  readonly #port: number
  readonly #host: string
  readonly #sockets: Socket[] = []

  constructor(address: string) {
    const { hostname, port } = new URL(address)
    this.#host = hostname
    this.#port = Number(port)
  }

  /** Announce a body of this many bytes, and send two. */
  sendPart(count: number, path: string, type: string, length = 1000): Promise<Socket[]> {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
    return this.#open(count, `${head}gr`)
  }

  /** Send a request, read the first bytes of the response, and then stop reading. */
  async stopReading(count: number, path: string, headers = ''): Promise<Socket[]> {
    const sockets = await this.#open(count, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    return sockets
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #open(count: number, bytes: string): Promise<Socket[]> {
    return Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect(this.#port, this.#host)
        this.#sockets.push(socket)
        // A connection that the server ends is what some tests wait for.
        socket.on('error', () => socket.destroy())
        await once(socket, 'connect')
        socket.write(bytes)
        return socket
      }),
    )
  }
}
