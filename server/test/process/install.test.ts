import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { freePort } from '../free-port.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const maxInstalledMegabytes = 250

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)

test('the packages install into an empty folder and start there, without a build or development packages', async () => {
  const tarballs = execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.endsWith('.tgz'))
    .map((file) => path.join(root, file))
  expect(tarballs).toHaveLength(3)

  const folder = openFolder()
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME }
  // As for a user who lets no package run scripts.
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs]
  execFileSync('npm', args, { cwd: folder, env, stdio: 'pipe' })
  const megabytes = sizeOf(path.join(folder, 'node_modules')) / 1e6
  expect(megabytes).toBeLessThan(maxInstalledMegabytes)
  for (const name of ['typescript', 'rolldown', 'fastify', 'ai'])
    expect(readdirSync(path.join(folder, 'node_modules'))).not.toContain(name)

  const mainstay = path.join(folder, 'node_modules/.bin/mainstay')
  const port = await freePort()
  const service = spawn(mainstay, ['start', '--port', String(port), '--no-demo'], {
    cwd: folder,
    env: { ...env, WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closeAtEnd(() => void service.kill('SIGKILL'))
  let output = ''
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await eventually(() => {
    if (service.exitCode !== null) throw new Error(`It ended with ${service.exitCode}: ${output}`)
    return output.includes('Mainstay is running')
  })

  const url = `http://localhost:${port}`
  const call = (...argv: string[]) =>
    execFileSync(mainstay, [...argv, '--url', url], { cwd: folder, env, encoding: 'utf8' })
  // The first start has written credentials into ./data, which the command line uses without a login.
  expect(call('incident', 'create', 'Installed from a package')).toMatch(/^INC0000001 created/)
  expect(call('doctor')).toContain('embedded PostgreSQL 18')
  expect(call('backup')).toContain('Backed up and verified')
  const console_ = await (await fetch(`${url}/`)).text()
  expect(console_).toContain('/assets/')
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  // By meaning: the model and its native library came with the packages.
  const suggestion = call('ask', 'Is the sentence encoder here?')
  expect(suggestion).toContain('knowledge base')

  service.kill('SIGTERM')
  await once(service, 'exit')
  expect(service.exitCode).toBe(0)
})
