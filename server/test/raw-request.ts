import { connect } from 'node:net'

export interface RawReply {
  status: number
  reason: string
  headers: Record<string, string>
  body: string
}

/** The response of a server to raw bytes, without an HTTP client. */
export function rawRequest(address: string, bytes: string | Buffer): Promise<RawReply> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''), () => socket.write(bytes))
    const answer = () => resolve(readReply(Buffer.concat(chunks).toString()))
    socket.setTimeout(120_000, () => socket.destroy(new Error('The server kept the connection open')))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that refuses while we are still sending may reset the connection after its response.
    socket.on('error', (error) => (chunks.length > 0 ? answer() : reject(error)))
    socket.on('end', () => {
      socket.end()
      answer()
    })
  })
}

function readReply(text: string): RawReply {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s) as [string, string])
  return {
    status: Number(first.split(' ')[1]),
    reason: first.split(' ').slice(2).join(' '),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  }
}
