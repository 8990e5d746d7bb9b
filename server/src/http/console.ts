import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../kernel/errors.ts'

const open = { config: { access: { roles: 'public' } }, schema: { hide: true } } as const

/** Paths of the console; at any other unknown path it says that there is no such page. */
const areas = [
  'incidents',
  'dashboard',
  'reports',
  'changes',
  'requests',
  'catalog',
  'approvals',
  'cmdb',
  'knowledge',
  'webhooks',
  'profile',
  'administration',
]
const pages = ['/', '/signed-in', ...areas.flatMap((area) => [`/${area}`, `/${area}/*`])]

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

type SendPage = (reply: FastifyReply) => FastifyReply
const pageDecorator = 'consolePage'

/** A browser that opens an address, as opposed to a client of the API or a missing file. */
export const asksForPage = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'GET' && accept.includes('text/html') && !/^\/(prod|assets)\//.test(url)

/** The console explains what is missing and offers ways on. */
export function showNotFoundPage(app: FastifyInstance, reply: FastifyReply, missing: Problem): FastifyReply {
  if (!app.hasDecorator(pageDecorator)) throw missing
  return app.getDecorator<() => SendPage>(pageDecorator)()(reply.code(404))
}

/** Serves the built console from memory, because it is small. */
export function serveConsole(app: FastifyInstance, folder: string): void {
  const index = path.join(folder, 'index.html')
  if (!existsSync(index)) return
  const page = readFileSync(index, 'utf8')
  const sendPage: SendPage = (reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyWith(nonce))
      .send(page.replace('%NONCE%', nonce))
  }
  app.decorate(pageDecorator, () => sendPage)
  for (const url of pages) app.get(url, open, async (_request, reply) => sendPage(reply))
  serveAssets(app, path.join(folder, 'assets'))
}

const readFolders = new Map<string, Map<string, Asset>>()

/** Read and compressed once, however many apps the process has. */
function assetsIn(folder: string): Map<string, Asset> {
  const read = () => new Map(readdirSync(folder).map((name) => [name, new Asset(path.join(folder, name))]))
  const assets = readFolders.get(folder) ?? read()
  readFolders.set(folder, assets)
  return assets
}

/** Names with a hash change with their content, so browsers may cache these files forever. */
const cacheFor = (name: string) =>
  /-[\w-]{8}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'

function serveAssets(app: FastifyInstance, folder: string): void {
  const assets = assetsIn(folder)
  app.get<{ Params: { name: string } }>('/assets/:name', open, async (request, reply: FastifyReply) => {
    const { name } = request.params
    const asset = assets.get(name) ?? newAsset(folder, name)
    if (!asset) return reply.callNotFound()
    assets.set(name, asset)
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    reply
      .header('content-type', asset.type)
      .header('cache-control', cacheFor(name))
      .header('vary', 'accept-encoding')
    if (takesGzip) reply.header('content-encoding', 'gzip')
    return reply.send(takesGzip ? asset.zipped : asset.bytes)
  })
}

/** In a rolling restart the page may come from a process of a newer release, which has replaced the files. */
function newAsset(folder: string, name: string): Asset | undefined {
  const file = path.join(folder, name)
  return /^[\w-][\w.-]*$/.test(name) && existsSync(file) ? new Asset(file) : undefined
}

class Asset {
  readonly type: string
  readonly bytes: Buffer
  #zipped: Buffer | undefined

  constructor(file: string) {
    this.type = types[path.extname(file)] ?? 'application/octet-stream'
    this.bytes = readFileSync(file)
  }

  get zipped(): Buffer {
    return (this.#zipped ??= gzipSync(this.bytes, { level: 9 }))
  }
}

const policyWith = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
