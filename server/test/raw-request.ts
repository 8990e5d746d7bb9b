import { connect } from 'node:net'

export interface RawReply {
  status: number
  headers: Record<string, string>
  body: string
}

/** What a server says to these bytes, when no HTTP client stands between. */
export function rawRequest(address: string, bytes: string | Buffer): Promise<RawReply> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''), () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error('The server kept the connection open')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      socket.end()
      resolve(readReply(Buffer.concat(chunks).toString()))
    })
  })
}

function readReply(text: string): RawReply {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s) as [string, string])
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  }
}
