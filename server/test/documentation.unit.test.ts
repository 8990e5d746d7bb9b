import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  )

/** Files of tests, as the pages name them: `http/body`, `identity/sign-in/sign-in`, `faults/kills`, `test/contract`. */
const testNames = ['server/src', 'server/test', 'cli/src', 'console/src']
  .flatMap(filesIn)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replace(/(\.unit|\.process)?\.test\.ts$/, ''))
  .flatMap((file) => [
    file,
    file.replace(/^server\/(src\/modules\/|src\/|test\/)/, ''),
    file.replace('server/', ''),
  ])

const isTest = (name: string) => {
  const pattern = name
    .replace(/\.test$/, '')
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
  return testNames.some((test) => new RegExp(`^${pattern}$`).test(test))
}

/** What the last column of a table names in the form of a test: lower-case words and slashes. */
const namesIn = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [
      ...line
        .split('|')
        .at(-2)!
        .matchAll(/`([a-z0-9-]+(\/[a-z0-9.*-]+)+)`/g),
    ])
    .map((match) => match[1]!)

test.each(['SECURITY.md', 'docs/reliability.md'])('every test that %s names exists', (page) => {
  const names = namesIn(read(page))
  expect(names.length).toBeGreaterThan(50)
  expect([...new Set(names)].filter((name) => !isTest(name))).toEqual([])
})

test('every error code of the service is documented', () => {
  const thrown = /(?:\b(?:conflict|unavailable)\(|new Problem\(\s*\d+,)\s*'([a-z_]+)'/g
  const codes = filesIn('server/src')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(thrown)].map((match) => match[1]!))
  expect(codes.length).toBeGreaterThan(40)
  const page = read('docs/api.md')
  expect([...new Set<string>(codes)].filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})

interface Schema {
  properties?: object
  allOf?: Schema[]
}
interface Description {
  paths: Record<string, Record<string, { parameters?: ({ name: string } | { $ref: string })[] }>>
  components: {
    parameters: Record<string, { name: string }>
    schemas: Record<string, Schema>
  }
}
const { paths, components } = JSON.parse(read('docs/openapi.json')) as Description

test('every operation that a page names exists', () => {
  const known = Object.entries(paths).map(([address, methods]) => ({
    methods: Object.keys(methods),
    pattern: new RegExp(
      `^(/prod/api/v1)?${address.replace('/prod/api/v1', '').replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }))
  const pages = ['README.md', ...filesIn('docs').filter((file) => /^docs\/[a-z-]+\.md$/.test(file))]
  const named = pages.flatMap((page) =>
    Array.from(
      read(page).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) +['"`]?(\/[^\s`'"?,)|]+)/g),
      ([, method, address]) => ({ page, method: method!.toLowerCase(), address: address! }),
    ),
  )
  expect(named.length).toBeGreaterThan(200)
  const unknown = named.filter(
    ({ method, address }) =>
      !known.some(({ methods, pattern }) => methods.includes(method) && pattern.test(address)),
  )
  expect(unknown).toEqual([
    // The description itself, and an address of Opsgenie.
    { page: 'docs/api.md', method: 'get', address: '/prod/api/v1/openapi.json' },
    { page: 'docs/compatibility.md', method: 'get', address: '/v2/alerts/requests/{requestId}' },
  ])
})

test.each([
  ['incidents', '/incidents'],
  ['changes', '/changes'],
  ['requests', '/requests'],
  ['requests', '/catalog/items'],
  ['cmdb', '/cmdb/cis'],
  ['knowledge', '/knowledge/articles'],
])('docs/%s.md or docs/api.md names every parameter of GET %s', (page, address) => {
  const text = read(`docs/${page}.md`) + read('docs/api.md').split('## Lists')[1]!.split('## ')[0]!
  const names = paths[`/prod/api/v1${address}`]!.get!.parameters!.map((parameter) =>
    'name' in parameter ? parameter.name : components.parameters[path.basename(parameter.$ref)]!.name,
  )
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !new RegExp(`\`${name}[\`=]`).test(text))).toEqual([])
})

const fieldsOf = ({ properties = {}, allOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...allOf.flatMap(fieldsOf),
]

test('docs/notifications.md describes every category', () => {
  const page = read('docs/notifications.md')
  const categories = fieldsOf(components.schemas.UpdateNotificationPreferences!)
  expect(categories).toContain('mentioned')
  expect(categories.filter((name) => !page.includes(`\n| \`${name}\` `))).toEqual([])
})

test('docs/webhooks.md names every field of the events', () => {
  const page = read('docs/webhooks.md')
  const names = Object.entries(components.schemas)
    .filter(([name]) => /Event(Data|Fields)$/.test(name))
    .flatMap(([, schema]) => fieldsOf(schema))
  expect(new Set(names).size).toBeGreaterThan(40)
  expect(names.filter((name) => !new RegExp(`\`${name}[\`:]`).test(page))).toEqual([])
})
