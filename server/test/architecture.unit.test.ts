import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** From top to bottom; an import goes down or stays, never up. */
const layers = ['main', 'supervisor', 'app', 'modules', 'http', 'events', 'jobs', 'db', 'kernel'] as const
type Layer = (typeof layers)[number]

/** Files at the root of src whose name is not that of their layer. */
const layerOfRootFile: Record<string, Layer> = {
  'main.ts': 'main',
  'start.ts': 'main',
  'app.ts': 'app',
  'module.ts': 'modules',
  'banner.ts': 'app',
  'make-ctx.ts': 'app',
  'serve-modules.ts': 'app',
  'tracing.ts': 'app',
  'generate-docs.ts': 'main',
  'rotate-secret-key.ts': 'main',
  'backup.ts': 'main',
  'restore.ts': 'main',
  'move-database.ts': 'main',
  'config.ts': 'kernel',
  'config-forms.ts': 'kernel',
  'config-rules.ts': 'kernel',
  'config-variables.ts': 'kernel',
  'hang-ups.ts': 'kernel',
  'log.ts': 'kernel',
  'version.ts': 'kernel',
}

/** The modules that each module may import. Add a line only if an event through the outbox is not sufficient. */
const allowedImports: Record<string, string[]> = {
  activity: [
    'audit',
    'changes',
    'cmdb',
    'incidents',
    'knowledge',
    'notifications',
    'records',
    'requests',
    'sla',
    'users',
  ],
  ai: [
    'activity',
    'audit',
    'changes',
    'cmdb',
    'incidents',
    'knowledge',
    'records',
    'requests',
    'search',
    'sla',
  ],
  approvals: ['changes', 'notifications', 'records', 'requests', 'users'],
  changes: ['cmdb', 'incidents', 'records'],
  'api-keys': ['records'],
  clients: ['api-keys', 'records'],
  cmdb: ['bulk', 'records'],
  demo: ['changes', 'cmdb', 'incidents', 'knowledge', 'notifications', 'requests', 'users'],
  identity: ['audit', 'users', 'clients', 'api-keys', 'notifications', 'records'],
  imports: ['cmdb', 'incidents', 'knowledge', 'records', 'users'],
  incidents: ['bulk', 'cmdb', 'notifications', 'records', 'sla', 'users'],
  'inbound-mail': ['activity', 'incidents', 'notifications', 'records', 'users'],
  knowledge: ['incidents', 'records'],
  mcp: ['ai', 'incidents', 'search'],
  notifications: ['records', 'users'],
  records: ['audit'],
  requests: ['records'],
  search: ['changes', 'cmdb', 'imports', 'incidents', 'knowledge', 'records', 'requests'],
  sla: ['records'],
  statistics: ['incidents'],
  users: ['api-keys', 'records'],
  views: ['records'],
  webhooks: ['bulk', 'changes', 'cmdb', 'incidents', 'notifications', 'records', 'requests', 'users'],
}

/** The layers that a file of a module may import besides its own module and those listed above. */
const layersOfRole: Record<string, Layer[]> = {
  'model.ts': ['kernel'],
  // A record, its audit entry and its events can be one statement.
  'store.ts': ['events', 'db', 'kernel'],
  // Conditions that a store puts together.
  'where.ts': ['db', 'kernel'],
  'service.ts': ['events', 'jobs', 'db', 'kernel'],
  'routes.ts': ['http', 'kernel'],
}
/** Rules without a database or a clock: every model and state table, and what was too large for one of them. */
const pureNames = ['model', 'transitions']
const pureFolders = [
  'ai/cache/question',
  'ai/math',
  'ai/query/language',
  'ai/suggest/learning',
  'ai/suggest/rules',
  'ai/text',
  'webhooks/inbound/presets',
]
const otherPureFiles: Record<string, string[]> = {
  'ai/analyze': ['checked', 'clues', 'level', 'root-cause', 'steps', 'summarize', 'weigh'],
  'ai/ask': ['citations'],
  'ai/models': ['breaker', 'known-addresses', 'relay', 'targets'],
  'ai/query': ['checked-text'],
  'ai/retrieval': ['answerable', 'candidates', 'chunks', 'rank-by-meaning', 'rank', 'scoring'],
  cmdb: ['identification', 'revision'],
  demo: ['calendar', 'outcomes', 'phrases', 'random', 'scenario', 'texts'],
  imports: ['differences'],
  incidents: ['visibility'],
  'inbound-mail': ['authentication'],
  knowledge: ['excerpt', 'incident-draft'],
  notifications: ['texts'],
  records: ['approval', 'field', 'field-text', 'filters', 'noun', 'state-table'],
  sla: ['calendar', 'clock', 'time-zones'],
  'webhooks/deliveries': ['chat', 'request-body', 'samples'],
  'webhooks/inbound': ['mapping', 'presets', 'signature'],
  'webhooks/mapping': ['event-data', 'filters', 'operators', 'path', 'template-filters', 'template', 'text'],
  'webhooks/outbound': ['formats'],
  'webhooks/webhook': ['signature'],
}
const pureFiles = new Set(
  Object.entries(otherPureFiles).flatMap(([folder, names]) =>
    names.map((name) => `modules/${folder}/${name}.ts`),
  ),
)
const isPure = (file: string) =>
  pureFiles.has(file) ||
  pureNames.some((name) => file.endsWith(`/${name}.ts`)) ||
  pureFolders.some((folder) => file.startsWith(`modules/${folder}/`))

const maxLines = 400
const forbiddenNames = new Set(['utils', 'helpers', 'common', 'misc', 'shared', 'lib'])

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
const textOf = new Map(files.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))

interface Import {
  from: string
  to: string
}

/** `import`, `export ... from` and `import()` of our own files. */
const importsOf = (from: string): Import[] =>
  [...(textOf.get(from) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => ({
    from,
    to: path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier!)),
  }))
const imports = files.flatMap(importsOf)

const layerOf = (file: string): Layer | undefined =>
  file.includes('/') ? layers.find((layer) => layer === file.split('/')[0]) : layerOfRootFile[file]
const moduleOf = (file: string) => (layerOf(file) === 'modules' ? file.split('/')[1]! : undefined)
/** A module may have subfolders with the same structure. */
const roleOf = (file: string) => (moduleOf(file) ? (isPure(file) ? 'model.ts' : file.split('/').at(-1)!) : '')
const depth = (file: string) => layers.indexOf(layerOf(file)!)
const arrow = ({ from, to }: Import) => `${from} -> ${to}`

/** Matching lines of code, as `file:line`. */
const placesOf = (pattern: RegExp, among: string[]) =>
  among.flatMap((file) =>
    textOf
      .get(file)!
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}`] : [])),
  )

test('imports are found', () => {
  expect(imports.map(arrow)).toContain('start.ts -> app.ts')
  expect(imports.map(arrow)).toContain('modules/clients/routes.ts -> http/api.ts')
  const present = new Set(files)
  expect(imports.filter(({ to }) => !present.has(to)).map(arrow)).toEqual([])
})

test('every file belongs to a layer', () => {
  const outside = files.filter((file) => !layerOf(file))
  expect(outside, 'Move it into the folder of a layer, or add it to `layerOfRootFile`').toEqual([])
})

test('imports only go down', () => {
  const up = imports.filter(({ from, to }) => depth(to) < depth(from)).map(arrow)
  expect(up, 'A lower layer must not import a higher one: pass it in from app.ts, or move it down').toEqual(
    [],
  )
})

test('modules import each other only as listed', () => {
  const unlisted = imports.filter(({ from, to }) => {
    const [a, b] = [moduleOf(from), moduleOf(to)]
    return a && b && a !== b && !allowedImports[a]?.includes(b)
  })
  expect(
    unlisted.map(arrow),
    'Publish an event that the other module subscribes to, or add the import to `allowedImports`; a new kind of record needs `records`',
  ).toEqual([])
})

test('every listed import between modules is used', () => {
  const used = new Set(imports.map(({ from, to }) => `${moduleOf(from)} -> ${moduleOf(to)}`))
  const listed = Object.entries(allowedImports).flatMap(([from, all]) => all.map((to) => `${from} -> ${to}`))
  expect(
    listed.filter((line) => !used.has(line)),
    'Remove it from `allowedImports`',
  ).toEqual([])
})

test('a model imports only the kernel, a store the database, a service no HTTP, routes no SQL', () => {
  const wrong = imports.filter(({ from, to }) => {
    const role = roleOf(from)
    const allowed = layersOfRole[role]
    if (!allowed) return false
    if (!moduleOf(to)) return !allowed.includes(layerOf(to)!)
    if (role === 'model.ts') return !isPure(to)
    return role === 'store.ts' && !isPure(to) && !['store.ts', 'where.ts'].includes(roleOf(to))
  })
  expect(
    wrong.map(arrow),
    'See `layersOfRole` for what each file of a module may import; list a new file of pure rules in `otherPureFiles`',
  ).toEqual([])
})

test('every listed pure file exists', () => {
  const present = new Set(files)
  expect([...pureFiles].filter((file) => !present.has(file))).toEqual([])
  expect(
    pureFolders.filter((folder) => !files.some((file) => file.startsWith(`modules/${folder}/`))),
  ).toEqual([])
})

test('a model uses no library except TypeBox', () => {
  const models = files.filter((file) => roleOf(file) === 'model.ts')
  expect(
    placesOf(/from '(?!\.|typebox')/, models),
    'A model and other pure files use no library: move the code to the service or store',
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

/** A file at the root of src is a folder of its own: the layers restrict it. */
const folderOf = (file: string) => (file.includes('/') ? path.posix.dirname(file) : file)

test('folders import each other in one direction', () => {
  const folders = [...new Set(files.map(folderOf))]
  const targetsOf = new Map(folders.map((folder) => [folder, new Set<string>()]))
  for (const { from, to } of imports)
    if (folderOf(from) !== folderOf(to)) targetsOf.get(folderOf(from))!.add(folderOf(to))
  const reaches = (folder: string, goal: string, visited = new Set<string>()): boolean =>
    [...targetsOf.get(folder)!].some((next) => {
      if (visited.has(next)) return false
      visited.add(next)
      return next === goal || reaches(next, goal, visited)
    })
  expect(
    folders.filter((folder) => reaches(folder, folder)),
    'Move what both folders need to a third folder below them',
  ).toEqual([])
})

test(`no file has more than ${maxLines} lines`, () => {
  const long = files.filter((file) => textOf.get(file)!.split('\n').length > maxLines)
  expect(long, 'Split it by what it is about').toEqual([])
})

test('no path has a meaningless name', () => {
  const vague = files.filter((file) => file.split(/[/.]/).some((part) => forbiddenNames.has(part)))
  expect(vague, 'Name the file after what it does or holds').toEqual([])
})

test('rules and stores take the time from ctx.now', () => {
  const ruled = files.filter((file) => ['model.ts', 'service.ts', 'store.ts'].includes(roleOf(file)))
  expect(ruled.length).toBeGreaterThan(5)
  const clocks = placesOf(/Date\.now\(\)|new Date\(\)/, ruled)
  expect(clocks, 'Use ctx.now, or now() in SQL: a node’s own clock may be wrong').toEqual([])
})

test('every export is named', () => {
  expect(placesOf(/^export default|as default\b/, files), 'Export it by name').toEqual([])
})

test('only the configuration reads the environment', () => {
  const readers = placesOf(/process\.env/, files).map((place) => place.split(':')[0])
  // The PostgreSQL programs need a PATH.
  const allowed = new Set(['start.ts', 'config.ts', 'db/embedded/launch.ts'])
  expect(
    readers.filter((file) => !allowed.has(file!)),
    'Add a variable to config.ts and hand the setting in',
  ).toEqual([])
})

test('types of tables come from the migrations, and no cast hides a wrong type', () => {
  expect(
    placesOf(/declare module '.*db\/tables/, files),
    'Use TableRow, and narrow a column with `& { state: State }`',
  ).toEqual([])
  expect(placesOf(/\bas never\b/, files), 'Name the type, or declare it so that no cast is needed').toEqual(
    [],
  )
})

test('SQL is written as `sql` templates', () => {
  const built = placesOf(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|CompiledQuery/, files)
  expect(built, 'Write an `sql` template, and read it with db/rows.ts').toEqual([])
})
