import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const dist = fileURLToPath(new URL('../../dist/console', import.meta.url))
const index = readFileSync(path.join(dist, 'index.html'), 'utf8')
const read = (name: string) => readFileSync(path.join(dist, 'assets', name), 'utf8')

const maxFirstLoad = 250_000

/** The scripts of the page and everything they import statically. */
function firstLoad(): string[] {
  const found = [...index.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name!)
  for (const name of found)
    for (const [, imported] of read(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (!found.includes(imported!)) found.push(imported!)
  return found
}

test('the scripts of the first load stay within 250 kB, compressed', () => {
  const files = firstLoad()
  expect(files.length).toBeGreaterThan(0)
  const bytes = files.reduce((sum, name) => sum + gzipSync(read(name)).length, 0)
  expect(bytes).toBeGreaterThan(50_000) // they are really counted
  expect(bytes).toBeLessThan(maxFirstLoad)
})

test('every component that the console uses has its styles', () => {
  const names = readdirSync(path.join(dist, 'assets'))
  const textOf = (end: string) =>
    names
      .filter((name) => name.endsWith(end))
      .map(read)
      .join('\n')
  const classesIn = (text: string) => new Set(text.match(/\bm_[\da-f]{6,8}\b/g))
  const styled = classesIn(textOf('.css'))
  const known = classesIn(readFileSync(path.join(packages, '@mantine/core/styles.css'), 'utf8'))
  const used = [...classesIn(textOf('.js'))].filter((name) => known.has(name))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !styled.has(name))).toEqual([])
})

test('charts, graphs, Markdown and the pages are loaded on demand', () => {
  const texts = firstLoad().map(read).join('\n')
  for (const sign of ['recharts-', 'ALLOWED_URI_REGEXP', 'react-flow__'])
    expect([sign, texts.includes(sign)]).toEqual([sign, false])
  expect(readdirSync(path.join(dist, 'assets')).length).toBeGreaterThan(firstLoad().length + 10)
})

/** Only in messages and XML namespaces, never requested. */
const onlyNamed = [
  'www.w3.org',
  'react.dev',
  'mantine.dev',
  'github.com',
  'localhost',
  'redux.js.org',
  'bit.ly',
  'redux-toolkit.js.org',
  'simplewebauthn.dev',
  'reactflow.dev',
  'example.com',
]

const loadsElsewhere = /(?:url\(|@import|import\s*\(|src=)\s*["'`]?(?:https?:)?\/\//

test('nothing is loaded from another host', () => {
  for (const [, address] of index.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/assets\//)
  for (const name of readdirSync(path.join(dist, 'assets'))) {
    const text = read(name)
    for (const [, host] of text.matchAll(/(?:https?|wss?):\/\/([\w.-]+)/g))
      expect(onlyNamed, `${name} names it`).toContain(host)
    expect([name, loadsElsewhere.test(text)]).toEqual([name, false])
  }
})

test('the page has no inline script or style, so that its policy needs no exception', () => {
  expect(index).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
  for (const [, attributes, text] of index.matchAll(/<script([^>]*)>([^<]*)<\/script>/g))
    expect([/ src="\/assets\//.test(attributes!), text]).toEqual([true, ''])
})
