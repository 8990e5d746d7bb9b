import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll } from 'vitest'
import { freePort } from './free-port.ts'

const opened: Server[] = []
afterAll(() => opened.forEach((server) => server.close()))

/** A page of somebody else: 127.0.0.1 is another site than localhost. */
export async function openForeignSite(html: string): Promise<string> {
  const port = await freePort()
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><meta charset="utf-8">${html}`),
  ).listen(port, '127.0.0.1')
  opened.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${port}/`
}
