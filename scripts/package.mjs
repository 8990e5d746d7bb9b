// Makes the npm packages in dist/packages: npm run package
// The service's package is put together from its bundle; those of the SDK and the command line from their manifests.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chunksIn } from './chunks.mjs'
import { externalPackages } from './external-packages.mjs'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'
import { programs } from './programs.mjs'

export const packagesFolder = path.join(root, 'dist/packages')

/** In the order in which they depend on each other. */
const names = ['sdk', 'server', 'cli']

const readManifest = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** Builds everything, and returns the folders of the packages, ready to be packed or published. */
export function stagePackages() {
  ensureInstalled()
  ensureBuilt()
  rmSync(packagesFolder, { recursive: true, force: true })
  for (const name of names) {
    const target = path.join(packagesFolder, name)
    mkdirSync(target, { recursive: true })
    for (const file of ['LICENSE', 'NOTICE']) cpSync(path.join(root, file), path.join(target, file))
    if (name === 'server') stageServer(target)
    else stageWorkspace(path.join(root, name), target)
    if (name === 'cli') stageGuides(target)
  }
  return names.map((name) => path.join(packagesFolder, name))
}

/** What was compiled, without source maps; the manifest names what of it is packed. */
function stageWorkspace(source, target) {
  const files = ['dist', 'package.json', 'README.md'].filter((file) => existsSync(path.join(source, file)))
  for (const file of files)
    cpSync(path.join(source, file), path.join(target, file), {
      recursive: true,
      filter: (entry) => !/\.(map|tsbuildinfo)$/.test(entry),
    })
  for (const file of Object.values(readManifest(source).bin ?? {})) chmodSync(path.join(target, file), 0o755)
}

/** The pages that help texts and errors name, those of the service too, which the command line starts; and their examples. */
function stageGuides(target) {
  const [source, guides] = [path.join(root, 'docs'), path.join(target, 'docs')]
  cpSync(path.join(source, 'examples'), path.join(guides, 'examples'), { recursive: true })
  const pages = readdirSync(source).filter((file) => file.endsWith('.md'))
  for (const page of pages) {
    const text = readFileSync(path.join(source, page), 'utf8')
    writeFileSync(path.join(guides, page), withoutLinksOut(text, pages))
  }
}

/** Links to files that are not packed become plain text. */
const withoutLinksOut = (text, pages) =>
  text.replaceAll(/!?\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, (link, label, file) =>
    file === '' || /^(https?:|examples\b)/.test(file) || pages.includes(file) ? link : label,
  )

/** What the service needs at run time, and nothing that is already in the bundle. */
function stageServer(target) {
  const source = path.join(root, 'server')
  for (const folder of ['migrations', 'models', 'pages', 'demo'])
    cpSync(path.join(source, folder), path.join(target, folder), { recursive: true })
  for (const file of runtimeFiles(path.join(source, 'dist')))
    cpSync(path.join(source, 'dist', file), path.join(target, 'dist', file))
  writeFileSync(path.join(target, 'README.md'), serverReadme)
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(serverManifest(source), null, 2)}\n`)
}

/** The bundled programs, their chunks and threads, and the console: no types, no source maps, no single modules. */
function runtimeFiles(dist) {
  const chunks = chunksIn(dist)
  const others = readdirSync(dist, { recursive: true }).filter((file) =>
    /^[\w-]+\.js$/.test(file)
      ? programs.includes(path.basename(file, '.js'))
      : /^chunks\/js\/.*\.js$|-thread\.js$|^console\/.*\.\w+$|^THIRD-PARTY/.test(file) &&
        !file.endsWith('.map'),
  )
  return [...chunks, ...others]
}

function serverManifest(source) {
  const { name, version, license, type, dependencies } = readManifest(source)
  const { engines } = readManifest(root)
  return {
    name,
    version,
    description: 'The Mainstay incident management service; the package @mainstay/cli starts it',
    license,
    type,
    // The chunks are parts of the programs, and one is a script for browsers.
    exports: { './dist/*.js': './dist/*.js', './dist/chunks/*': null, './package.json': './package.json' },
    dependencies: Object.fromEntries(externalPackages.map((name) => [name, dependencies[name]])),
    engines,
  }
}

const serverReadme = `# @mainstay/server

The service of Mainstay, self-hosted incident management, with its console, as one bundle. The package
\`@mainstay/cli\` runs it: \`npx @mainstay/cli start\`.
`

/** Packs each folder, and returns the files. */
export function packPackages(folders) {
  return folders.map((folder) => {
    const args = ['pack', '--json', '--silent', '--pack-destination', packagesFolder]
    const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }))
    return path.join(packagesFolder, filename)
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const file of packPackages(stagePackages())) console.log(path.relative(root, file))
