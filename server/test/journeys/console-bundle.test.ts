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

const names = readdirSync(path.join(dist, 'assets'))
const ofHomePage = (end: string) =>
  names.filter((name) => name.startsWith('my-work-page-') && name.endsWith(end))
const inIndex = (end: string) =>
  [...index.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)]
    .map(([, name]) => name!)
    .filter((name) => name.endsWith(end))

/** The scripts of the frame and of the home page, with everything that they import statically. */
function firstScripts(): string[] {
  const found = [...inIndex('.js'), ...ofHomePage('.js')]
  for (const name of found)
    for (const [, imported] of read(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (!found.includes(imported!)) found.push(imported!)
  return found
}
const firstStyles = () => [...inIndex('.css'), ...ofHomePage('.css')]

test('the first load, scripts and styles of the home page, stays within 250 kB, compressed', () => {
  const sizeOf = (files: string[]) => files.reduce((sum, name) => sum + gzipSync(read(name)).length, 0)
  const [scripts, styles] = [sizeOf(firstScripts()), sizeOf(firstStyles())]
  expect([ofHomePage('.js').length, ofHomePage('.css').length]).toEqual([1, 1])
  expect(scripts).toBeGreaterThan(50_000) // they are really counted
  expect(styles).toBeGreaterThan(5_000)
  expect(scripts + styles).toBeLessThan(maxFirstLoad)
})

const textOf = (files: readonly string[]) => files.map(read).join('\n')
const classesIn = (text: string) => new Set(text.match(/\bm_[\da-f]{6,8}\b/g))
const mantine = path.join(packages, '@mantine/core')
const known = classesIn(readFileSync(path.join(mantine, 'styles.css'), 'utf8'))

/** The classes of components in these scripts that these styles do not have. */
function unstyled(scripts: readonly string[], styles: readonly string[]): string[] {
  const used = [...classesIn(textOf(scripts))].filter((name) => known.has(name))
  expect(used.length).toBeGreaterThan(50)
  const styled = classesIn(textOf(styles))
  return used.filter((name) => !styled.has(name))
}

test('every component that the console uses has its styles', () => {
  const ending = (end: string) => names.filter((name) => name.endsWith(end))
  expect(unstyled(ending('.js'), ending('.css'))).toEqual([])
})

test('the styles of the home page are there before those of other pages', () => {
  // Parts of Menu, Popover and Alert that the home page does not use.
  const without = ['Input', 'CloseButton', 'Overlay'].map((name) =>
    path.join(mantine, 'styles', `${name}.css`),
  )
  const unused = classesIn(without.map((file) => readFileSync(file, 'utf8')).join('\n'))
  expect(unstyled(firstScripts(), firstStyles()).filter((name) => !unused.has(name))).toEqual([])
})

test('charts, graphs, Markdown and the pages are loaded on demand', () => {
  const texts = textOf(firstScripts())
  for (const sign of ['recharts-', 'ALLOWED_URI_REGEXP', 'react-flow__'])
    expect([sign, texts.includes(sign)]).toEqual([sign, false])
  expect(names.length).toBeGreaterThan(firstScripts().length + 10)
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
  for (const name of names) {
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
