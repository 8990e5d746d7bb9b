import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type * as Sdk from '../../../sdk/src/index.ts'
import { closeAtEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { startOptionalParts } from '../optional-parts.ts'
import { startPostgres15 } from '../postgres15.ts'
import { startSeconds } from '../service.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const maxInstalledMegabytes = 250
const folder = openFolder()
const { PATH = '', HOME = '' } = process.env
const env = { PATH, HOME, MAINSTAY_CONFIG_DIR: path.join(folder, 'config') }
const mainstay = path.join(folder, 'node_modules/.bin/mainstay')
const port = await freePort()
const url = `http://localhost:${port}`
const parts = await startOptionalParts()
const settings = { ...env, ...parts.env, WORKERS: '1', BACKUP_EVERY_HOURS: '24', BACKUP_WAL_SECONDS: '1' }

const call = (...argv: string[]) =>
  execFileSync(mainstay, argv, { cwd: folder, env: { ...settings, MAINSTAY_URL: url }, encoding: 'utf8' })

let stop: () => Promise<void>

async function start() {
  const service = spawn(mainstay, ['start', '--port', String(port), '--no-demo'], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closeAtEnd(() => void service.kill('SIGKILL'))
  let output = ''
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await eventually(() => {
    if (service.exitCode !== null) return true
    return /^ *Mainstay is running/m.test(output)
  }, startSeconds)
  if (service.exitCode !== null) throw new Error(`It ended with ${service.exitCode}: ${output}`)
  return async () => {
    service.kill('SIGTERM')
    if (service.exitCode === null) await once(service, 'exit')
    expect(service.exitCode).toBe(0)
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)

test('the packages install into an empty folder, without a build or development packages', () => {
  const tarballs = execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.endsWith('.tgz'))
    .map((file) => path.join(root, file))
  expect(tarballs).toHaveLength(3)
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
  // As for a user who lets no package run scripts.
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs]
  execFileSync('npm', args, { cwd: folder, env, stdio: 'pipe' })
  const megabytes = sizeOf(path.join(folder, 'node_modules')) / 1e6
  expect(megabytes).toBeLessThan(maxInstalledMegabytes)
  for (const name of ['typescript', 'rolldown', 'fastify', 'ai'])
    expect(readdirSync(path.join(folder, 'node_modules'))).not.toContain(name)
  // As documented for a package that is installed here: npx must not look for the name at the registry.
  for (const name of ['mainstay', '@mainstay/cli'])
    expect(execFileSync('npx', ['--no', name, '--version'], { cwd: folder, env, encoding: 'utf8' })).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    )
  const guide = /Documentation: (\S+cli\.md)/.exec(call('--help'))![1]!
  expect(guide).toContain(folder)
  const guides = path.dirname(guide)
  const packed = readdirSync(guides, { recursive: true, encoding: 'utf8' })
  expect(packed).toEqual(expect.arrayContaining(['configuration.md', 'operations.md', 'webhooks.md']))
  const links = readdirSync(guides)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => [...readFileSync(path.join(guides, page), 'utf8').matchAll(/\]\(([^)#]+)/g)])
    .map(([, file]) => path.normalize(file!).replace(/\/$/, ''))
  expect(links.filter((file) => !/^https?:/.test(file) && !packed.includes(file))).toEqual([])
})

test('the licences of everything that was bundled are in the package, those of the console and its font, too', () => {
  const dist = path.join(folder, 'node_modules/@mainstay/server/dist')
  const named = (file: string) =>
    [...readFileSync(path.join(dist, file), 'utf8').matchAll(/^(\S+) \d+\.\d+\.\d+\S*, /gm)].map(
      ([, name]) => name,
    )
  expect(named('THIRD-PARTY-LICENCES.txt')).toEqual(expect.arrayContaining(['fastify', 'nodemailer']))
  expect(named('console/THIRD-PARTY-LICENCES.txt')).toEqual(
    expect.arrayContaining(['react', '@mantine/core', '@fontsource-variable/inter']),
  )
})

test('the service of the packages starts, with everything that is loaded only when it is configured', async () => {
  stop = await start()
  // The first start has written credentials into ./data, which the command line uses without a login.
  expect(call('incident', 'create', 'Installed from a package')).toMatch(/^INC0000001 created/)
  expect(call('doctor')).toContain('embedded PostgreSQL 18')
  const console_ = await (await fetch(`${url}/`)).text()
  expect(console_).toContain('/assets/')
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  // By meaning: the model and its native library came with the packages.
  expect(call('ask', 'Is the sentence encoder here?')).toContain('No article covers')

  const file = path.join(folder, 'node_modules/@mainstay/sdk/dist/index.js')
  const { Mainstay } = (await import(pathToFileURL(file).href)) as typeof Sdk
  const { client_id, client_secret } = JSON.parse(
    readFileSync(path.join(folder, 'data/credentials.json'), 'utf8'),
  ) as Record<string, string>
  const client = new Mainstay({ baseUrl: url, clientId: client_id!, clientSecret: client_secret! })
  for (const { alias, asked } of parts.models) {
    await client.ai.query({ query: `what is the situation of ${alias}?`, model: alias })
    expect([alias, asked.length > 0]).toEqual([alias, true])
  }
  await client.users.create({ email: 'ada@example.com', roles: ['itsm_agent'], groups: ['network'] })
  await client.incidents.create({
    short_description: 'Mailed',
    assignment_group: 'network',
    notify_stakeholders: true,
  })
  await eventually(() => parts.mail.received.some(({ to }) => to.includes('ada@example.com')))
  await eventually(() => parts.traces.includes('/v1/traces'))
  expect(await parts.redis.command('info', 'commandstats')).toContain('cmdstat_eval')
})

test('the commands of the service work on its data: backup, new key, other database, and back to an earlier time', async () => {
  // Until the scheduled one is finished, a second backup is refused.
  await eventually(() => call('backup').includes('Backed up and verified'))
  expect(call('audit', 'verify')).toContain('Integrity verified')
  const key = execFileSync('openssl', ['rand', '-hex', '32'])
  const rotated = execFileSync(mainstay, ['rotate-secret-key', '--to', '-'], {
    cwd: folder,
    env: settings,
    input: key,
    encoding: 'utf8',
  })
  expect(rotated).toContain('DATA_DIR/secret.key holds the new key')
  const earlier = new Date().toISOString()
  call('incident', 'create', 'Later')
  const target = await (await startPostgres15()).emptyDatabase()
  expect(call('move-database', '--to', target)).toContain('Now set DATABASE_URL')
  expect(call('move-database', '--cancel')).toContain('accepts writes again')
  await stop()

  expect(call('restore', '--at', earlier)).toContain('Restored. Start the service.')
  stop = await start()
  const incidents = call('incident', 'list')
  expect(incidents).toContain('Installed from a package')
  expect(incidents).not.toContain('Later')
  await stop()
})
