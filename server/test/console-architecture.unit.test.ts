import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** From top to bottom: the pages of each area are built on shared parts. */
const layers = ['main', 'areas', 'root', 'frame', 'records', 'shell', 'session', 'words'] as const
type Layer = (typeof layers)[number]

const layerOfRootFile: Record<string, Layer> = {
  'main.tsx': 'main',
  'router.tsx': 'main',
  'root.tsx': 'root',
  'theme.ts': 'words',
  'nonce.ts': 'words',
}
/** Folders with shared parts, which are not areas. */
const layerOfFolder: Record<string, Layer> = {
  records: 'records',
  shell: 'shell',
  api: 'session',
  session: 'session',
  offline: 'session',
  words: 'words',
}
/** The page frame may import the areas that it shows on every page. */
const layerOfFile: Record<string, Layer> = {
  'shell/shell.tsx': 'frame',
  'session/signed-in.tsx': 'areas',
  // What people see of the outbox; the rest of it is below the client.
  'offline/offline.tsx': 'shell',
  'offline/outbox-dialog.tsx': 'shell',
  'offline/sign-out-dialog.tsx': 'shell',
  'offline/use-sign-out-question.ts': 'shell',
  'offline/write-text.ts': 'shell',
}
/** The areas whose parts an area may show. */
const allowedImports: Record<string, string[]> = { 'my-work': ['first-run'], incidents: ['knowledge'] }

const maxLines = 250

const root = fileURLToPath(new URL('../../console/src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
const textOf = new Map(files.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))

interface Import {
  from: string
  to: string
  isLazy: boolean
}

/** What the SDK has as well: the types of the API and the reader of streams. Nothing else comes from outside of the console. */
const shared = new Set(['../../sdk/src/schema.ts', '../../sdk/src/server-sent-events.ts'])

const importsOf = (from: string): Import[] =>
  [...textOf.get(from)!.matchAll(/(from|import)\s*(\(?)\s*'(\.[^']+\.tsx?)'/g)]
    .map(([, , parenthesis, specifier]) => ({
      from,
      to: path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier!)),
      isLazy: parenthesis === '(',
    }))
    .filter(({ to }) => !shared.has(to))
const imports = files.flatMap(importsOf)

const folderOf = (file: string) => file.split('/')[0]!
const layerOf = (file: string): Layer | undefined =>
  layerOfFile[file] ??
  (file.includes('/') ? (layerOfFolder[folderOf(file)] ?? 'areas') : layerOfRootFile[file])
const depth = (file: string) => layers.indexOf(layerOf(file)!)
const arrow = ({ from, to }: Import) => `${from} -> ${to}`

test('imports are found', () => {
  expect(imports.map(arrow)).toContain('main.tsx -> router.tsx')
  const present = new Set(files)
  expect(imports.filter(({ to }) => !present.has(to)).map(arrow)).toEqual([])
})

test('imports only go down, except for parts that are loaded on demand', () => {
  expect(
    files.filter((file) => !layerOf(file)),
    'Move it into a folder, or add it to `layerOfRootFile`',
  ).toEqual([])
  const up = imports.filter(({ from, to, isLazy }) => !isLazy && depth(to) < depth(from)).map(arrow)
  expect(up, 'Move what both need down, or pass it in as a property').toEqual([])
})

test('areas import each other only as listed', () => {
  const isArea = (file: string) => layerOf(file) === 'areas' && file.includes('/')
  const unlisted = imports.filter(
    ({ from, to }) =>
      isArea(from) &&
      isArea(to) &&
      folderOf(from) !== folderOf(to) &&
      !allowedImports[folderOf(from)]?.includes(folderOf(to)),
  )
  expect(
    unlisted.map(arrow),
    'Move what both show to records/, or add the import to `allowedImports`',
  ).toEqual([])
})

test('there are no import cycles', () => {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    if (done.has(file) || trail.includes(file)) return
    for (const { to } of importsOf(file)) visit(to, [...trail, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles, 'Put what both need into a third file below them').toEqual([])
})

test('no file is too long, has a meaningless name or a default export', () => {
  const isGenerated = (file: string) => file === 'api/schema.d.ts'
  const long = files.filter((file) => !isGenerated(file) && textOf.get(file)!.split('\n').length > maxLines)
  expect(long, 'Split it by what it is about').toEqual([])
  const vague = files.filter((file) =>
    file.split(/[/.]/).some((part) => ['utils', 'helpers', 'common', 'misc', 'shared', 'lib'].includes(part)),
  )
  expect(vague, 'Name the file after what it does or holds').toEqual([])
  expect(
    files.filter((file) => /^export default/m.test(textOf.get(file)!)),
    'Export it by name',
  ).toEqual([])
})

test('user text becomes HTML in one place only', () => {
  const places = files.filter((file) =>
    /dangerouslySetInnerHTML|\.innerHTML|outerHTML/.test(textOf.get(file)!),
  )
  expect(places, 'Render it with shell/markdown.tsx').toEqual(['shell/markdown.tsx'])
})

test('messages of the API are put into words before people see them', () => {
  const allowed = new Set(['shell/problem-text.ts', 'shell/failure.tsx', 'knowledge/from-incident.tsx'])
  const raw =
    /(?<!sentenceOf\()(?:\b(?:error|failure)|Error\))\.message\b|\{ message \}(?:: Error)?\) => notify/
  expect(
    files.filter((file) => !allowed.has(file) && raw.test(textOf.get(file)!)),
    'Show it with problemText or notifyProblem',
  ).toEqual([])
})

test('every string of the interface is in words/', () => {
  // Text between tags, and attributes that users see or hear.
  const loose = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [
        ...textOf
          .get(file)!
          .matchAll(
            /(?:\b(?:label|title|placeholder|description|aria-label)="([^"]*[A-Za-z]{2}[^"]*)"|[a-z"}]>([A-Z][a-z]+[^<>{}=;]*)<\/)/g,
          ),
      ].map(([found]) => `${file}: ${found}`),
    )
  expect(loose, 'Move it to words/').toEqual([])
})
