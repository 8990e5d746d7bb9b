import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

/**
 * A webhook receiver that always answers 200. The number of deliveries and their latency are available over plain
 * HTTP.
 */
const { port, control, key, cert } = JSON.parse(process.env.BENCH_RECEIVER ?? '{}') as {
  port: number
  control: number
  key: string
  cert: string
}

let count = 0
let delays: number[] = []
let last = 0

const receiver = createTlsServer(
  { key: readFileSync(key), cert: readFileSync(cert) },
  (request, response) => {
    const first = Date.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      count++
      last = Date.now()
      const stamp = /"timestamp":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1]
      if (stamp) delays.push(first - Date.parse(stamp))
      response.writeHead(200).end()
    })
  },
)
receiver.keepAliveTimeout = 60_000
receiver.listen(port, '127.0.0.1')

createServer((request, response) => {
  if (request.url === '/reset') {
    count = 0
    delays = []
  }
  response.end(JSON.stringify({ count, last, delays: request.url === '/delays' ? delays : [] }))
}).listen(control, '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
