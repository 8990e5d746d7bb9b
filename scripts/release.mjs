// Publishes the packages of a release together: npm run release -- [--dry-run]
// It checks that the tree is clean, the versions agree and the changelog has an entry; then it dates that entry, tags and
// publishes. After a failure it can be repeated: it continues with the packages that are not published yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stagePackages } from './package.mjs'
import { readOptions, root } from './prepare.mjs'

const { 'dry-run': isDryRun = false } = readOptions(
  { 'dry-run': { type: 'boolean' } },
  'npm run release -- [--dry-run]',
)
const read = (file) => readFileSync(path.join(root, file), 'utf8')
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { version } = JSON.parse(read('package.json'))
const tag = `v${version}`

const problems = [...treeProblems(), ...versionProblems(), ...changelogProblems(), ...tagProblems()]
for (const problem of problems) console.error(`${isDryRun ? 'would refuse' : 'refused'}: ${problem}`)
if (problems.length > 0 && !isDryRun) process.exit(1)

const folders = stagePackages().filter((folder) => !isPublished(folder))
// All of them before the first is published, so that no release is published in part.
const isPublishable = folders.map((folder) => lint(folder) && rehearse(folder)).every(Boolean)
if (!isPublishable) process.exit(1)
if (isDryRun) {
  console.log(`CHANGELOG.md, dated ${today()}:\n\n${entryOf(version) || entryOf('Unreleased')}\n`)
  console.log(`Tag ${tag} at ${git('rev-parse', '--short', 'HEAD')}, or the commit that dates the changelog`)
  console.log(
    `Dry run: ${folders.length} packages of ${version}; nothing was published, committed or tagged.`,
  )
  process.exit(problems.length > 0 ? 1 : 0)
}
dateChangelog()
if (!isTagged()) git('tag', '--annotate', tag, '--message', `Release ${version}`)
for (const folder of folders)
  execFileSync('npm', ['publish', '--access', 'public'], { cwd: folder, stdio: 'inherit' })
console.log(`Published ${version}. Now push it: git push origin main ${tag}`)

function treeProblems() {
  return git('status', '--porcelain') === '' ? [] : ['the working tree has changes: commit them first']
}

/** Everything that names the version, and the exact versions by which the packages depend on each other. */
function versionProblems() {
  const manifests = ['server', 'sdk', 'cli', 'console', 'bench'].map((name) => `${name}/package.json`)
  const wrong = manifests.filter((file) => JSON.parse(read(file)).version !== version)
  const inText = [
    ['server/src/version.ts', `'${version}'`],
    ['cli/src/version.ts', `'${version}'`],
    ['docs/openapi.json', `"version": "${version}"`],
    ['deploy/kubernetes/kustomization.yaml', `newTag: ${version}\n`],
  ].flatMap(([file, text]) => (read(file).includes(text) ? [] : [file]))
  const { dependencies, optionalDependencies } = JSON.parse(read('cli/package.json'))
  const own = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([name, wanted]) => name.startsWith('@mainstay/') && wanted !== version,
  )
  return [
    ...[...wrong, ...inText].map((file) => `${file} does not have version ${version}`),
    ...own.map(([name, wanted]) => `cli/package.json depends on ${name} ${wanted}, not ${version}`),
  ]
}

/** The text below a heading of the changelog. */
function entryOf(heading) {
  const sections = read('CHANGELOG.md').split(/^(?=## )/m)
  return (sections.find((section) => section.startsWith(`## ${heading}`)) ?? '').replace(/^.*\n/, '').trim()
}

function changelogProblems() {
  return entryOf(version) || entryOf('Unreleased') ? [] : [`CHANGELOG.md says nothing about ${version}`]
}

function today() {
  return new Date().toISOString().slice(0, 10)
}

/** What was unreleased gets the version and the date, in a commit of its own. */
function dateChangelog() {
  if (entryOf(version)) return
  const heading = `## Unreleased\n\n## ${version} - ${today()}\n`
  writeFileSync(path.join(root, 'CHANGELOG.md'), read('CHANGELOG.md').replace('## Unreleased\n', heading))
  git('commit', '--all', '--message', `chore: release ${version}`)
}

function tagProblems() {
  const isOlder = isTagged() && git('rev-list', '-n', '1', tag) !== git('rev-parse', 'HEAD')
  return isOlder ? [`the tag ${tag} exists: raise the version`] : []
}

function isTagged() {
  return git('tag', '--list', tag) !== ''
}

/** By an earlier run that failed at the next one. */
function isPublished(folder) {
  const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' })
  if (stdout.trim() === version) console.log(`${name} ${version} is published already`)
  return stdout.trim() === version
}

function lint(folder) {
  const { status } = spawnSync('node_modules/.bin/publint', [folder, '--strict'], {
    cwd: root,
    stdio: 'inherit',
  })
  return status === 0
}

/** What npm says to a dry run: it also looks the name and the version up in the registry. */
function rehearse(folder) {
  const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const args = ['publish', '--access', 'public', '--dry-run']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  const linesWith = (pattern) => stderr.split('\n').filter((line) => pattern.test(line))
  if (status !== 0) console.error([`${name} cannot be published:`, ...linesWith(/^npm error/)].join('\n  '))
  else console.log([`${name} ${version}`, ...linesWith(/(package|unpacked) size/)].join('\n  '))
  return status === 0
}
