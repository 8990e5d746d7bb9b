import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { openFolder } from '../../test/folders.ts'
import { asksForPage, serveConsole } from './console.ts'

const app = Fastify()
const folder = openFolder()
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), '<meta name="nonce" content="%NONCE%">')
  writeFileSync(path.join(folder, 'assets', 'index-aB3_d-f9.js'), 'console.log(1)')
  writeFileSync(path.join(folder, 'assets', 'inter-latin-wght-normal.woff2'), 'font')
  serveConsole(app, folder)
  await app.ready()
})

test('every page of the console is served at its address', async () => {
  const sources = fileURLToPath(new URL('../../../console/src', import.meta.url))
  const addresses = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'routes.ts')
    .map((name) => readFileSync(path.join(sources, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:page\(|path:)\s*'(\/[^']*)'/g)].map(([, address]) => address!))
  expect(addresses).toContain('/changes/$id')
  const statuses = await Promise.all(
    addresses.map(async (address) => [address, (await app.inject(address)).statusCode]),
  )
  expect(
    statuses.filter(([, status]) => status !== 200),
    'Add its area to `areas` in console.ts',
  ).toEqual([])
})

test('each page has its own nonce in the Content-Security-Policy, and no other inline code', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/incidents', '/incidents/INC0000001', '/signed-in']) {
    const page = await app.inject(url)
    const nonce = /content="([^"]+)"/.exec(page.body)![1]!
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(page.headers['cache-control']).toBe('no-store')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

test('assets are immutable and sent compressed to clients that accept it', async () => {
  const [plain, packed] = [
    await app.inject('/assets/index-aB3_d-f9.js'),
    await app.inject({ url: '/assets/index-aB3_d-f9.js', headers: { 'accept-encoding': 'gzip' } }),
  ]
  expect(plain.body).toBe('console.log(1)')
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(packed.headers['content-encoding']).toBe('gzip')
  const font = await app.inject('/assets/inter-latin-wght-normal.woff2')
  expect(font.headers['cache-control']).toBe('public, max-age=86400') // its name has no hash
  expect(gunzipSync(packed.rawPayload).toString()).toBe('console.log(1)')
})

test('a file of a newer release, whose page another process has sent, is served', async () => {
  writeFileSync(path.join(folder, 'assets', 'index-newer_01.js'), 'console.log(2)')
  const newer = await app.inject('/assets/index-newer_01.js')
  expect([newer.statusCode, newer.body, newer.headers['cache-control']]).toEqual([
    200,
    'console.log(2)',
    'public, max-age=31536000, immutable',
  ])
})

test('a browser gets the page at an unknown address, other clients and missing files do not', () => {
  const asks = (url: string, accept = 'text/html,*/*', method = 'GET') =>
    asksForPage({ method, url, headers: { accept } } as never)
  expect([asks('/nothing'), asks('/incdents/INC0000001?x=1')]).toEqual([true, true])
  for (const url of ['/prod/api/v1/nothing', '/assets/other.js']) expect(asks(url)).toBe(false)
  expect([asks('/nothing', '*/*'), asks('/nothing', 'text/html', 'POST')]).toEqual([false, false])
})

test('a path outside the console is not found', async () => {
  for (const url of [
    '/nothing',
    '/assets/other.js',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/incidents.html',
  ])
    expect((await app.inject(url)).statusCode).toBe(404)
})
