import { once } from 'node:events'
import { createServer } from 'node:http'
import { closeAtEnd } from './cleanup.ts'
import { freePort } from './free-port.ts'

/** A page of another site: 127.0.0.1 is not the same site as localhost. */
export async function openForeignSite(html: string): Promise<string> {
  const port = await freePort()
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><meta charset="utf-8">${html}`),
  ).listen(port, '127.0.0.1')
  closeAtEnd(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${port}/`
}
