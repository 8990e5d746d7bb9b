import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './folders.ts'

/** A checkout that is installed and built, with nothing but the scripts in it. */
function makeCheckout(name: string): string {
  const root = path.join(openFolder(), name)
  cpSync(fileURLToPath(new URL('../../scripts', import.meta.url)), path.join(root, 'scripts'), {
    recursive: true,
  })
  for (const folder of ['server', 'sdk', 'bench', 'cli', 'console'])
    mkdirSync(path.join(root, folder, 'src'), { recursive: true })
  for (const folder of ['server/dist', 'console/public', 'node_modules']) mkdirSync(path.join(root, folder))
  for (const file of ['package.json', 'node_modules/.package-lock.json'])
    writeFileSync(path.join(root, file), '{ "version": "1.0.0" }')
  writeFileSync(path.join(root, 'server/dist/package.json'), '{ "type": "module" }')
  writeFileSync(path.join(root, 'server/dist/main.js'), 'console.log("started")')
  writeFileSync(path.join(root, 'server/dist/.built'), '1.0.0')
  const later = new Date(Date.now() + 3_600_000)
  utimesSync(path.join(root, 'server/dist/.built'), later, later)
  return root
}

const start = (root: string) =>
  spawnSync(process.execPath, [path.join(root, 'scripts/start.mjs')], { encoding: 'utf8' })

test('a checkout starts whatever its path contains', () => {
  const { stdout, stderr } = start(makeCheckout('a #b?c%20d'))
  expect([stdout, stderr]).toEqual(['started\n', ''])
})

test('a changed file that the console serves as it is gets built', () => {
  const root = makeCheckout('checkout')
  const file = path.join(root, 'console/public/logo.svg')
  writeFileSync(file, '')
  const latest = new Date(Date.now() + 2 * 3_600_000)
  utimesSync(file, latest, latest)
  expect(start(root).stdout).toBe('Building ...\n')
})

test('a release that is unpacked over an older one is built, although its files are older than that build', () => {
  const root = makeCheckout('checkout')
  for (const file of ['package.json', 'node_modules/.package-lock.json'])
    writeFileSync(path.join(root, file), '{ "version": "1.0.1" }')
  expect(start(root).stdout).toBe('Building ...\n')
})

test.each([
  ['backup', 'backUp', '--to'],
  ['restore', 'restore', '--from'],
  ['move-database', 'moveDatabase', '--from'],
])('npm run %s resolves a path from where it was called', (name, command, option) => {
  const root = makeCheckout('checkout')
  const module = `export const ${command} = (env, options, say) => say(options.${option.slice(2)})`
  writeFileSync(path.join(root, `server/dist/${name}.js`), module)
  const { stdout } = spawnSync(process.execPath, [path.join(root, `scripts/${name}.mjs`), option, 'copies'], {
    cwd: root,
    env: { INIT_CWD: '/srv/caller' },
    encoding: 'utf8',
  })
  expect(stdout).toBe('/srv/caller/copies\n')
})
