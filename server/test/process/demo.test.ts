import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadPatience } from '../demo-patience.ts'
import type { Demo } from '../demo.ts'
import { openFolder } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { serviceClient } from '../service-client.ts'
import { startService, type Service } from '../service.ts'

const script = fileURLToPath(new URL('../../../scripts/demo.mjs', import.meta.url))

const statusOf = async (service: Service, token: string): Promise<Demo> =>
  (await (await service.call(token, '/demo')).json()) as Demo

/** The command as `npm run demo:<verb>` runs it. */
async function run(verb: string, env: Record<string, string>, cwd = openFolder()) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [script, verb], { env: { PATH, ...env }, cwd })
  const outcome = { status: -1, stdout: '', stderr: '' }
  child.stdout.on('data', (bytes: Buffer) => (outcome.stdout += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (outcome.stderr += bytes.toString()))
  ;[outcome.status] = (await once(child, 'close')) as [number]
  return outcome
}

const withoutBootstrap = {
  BOOTSTRAP_CLIENT_ID: '',
  BOOTSTRAP_CLIENT_SECRET: '',
  BOOTSTRAP_ADMIN_EMAIL: '',
  BOOTSTRAP_ADMIN_PASSWORD: '',
}
const inventory =
  /^\d+ articles, 9 catalog items, 20 changes, 60 configuration items, 300 incidents, 20 requests/

test(
  'a first start loads the demo data; two commands reset and remove it with the stored credentials',
  async () => {
    const service = await startService({ ...withoutBootstrap, DEMO_DATA: '' })
    const env = { BASE_URL: service.url, DATA_DIR: service.dataDir }
    const reset = await run('reset', env)
    expect(reset.stderr).toBe('')
    expect(reset.status).toBe(0)
    const [removed, made] = reset.stdout.split('\n')
    expect(removed).toMatch(/ removed$/)
    expect(made).toMatch(inventory)
    expect(made).toMatch(/ loaded$/)

    const remove = await run('remove', env)
    expect(remove).toEqual({ status: 0, stdout: `${made!.replace(/loaded$/, 'removed')}\n`, stderr: '' })
    expect(await run('remove', env)).toEqual({ status: 0, stdout: 'nothing removed\n', stderr: '' })

    await service.restart()
    expect((await run('remove', env)).stdout).toBe('nothing removed\n')
  },
  loadPatience,
)

test('a command reports the error: no service, no credentials, a client without the role, an unknown verb', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const client = { CLIENT_ID: serviceClient.id, CLIENT_SECRET: serviceClient.secret }
  expect(await run('reset', { BASE_URL: nowhere, ...client })).toEqual({
    status: 1,
    stdout: '',
    stderr: `No service answers at ${nowhere}; start it, or set BASE_URL\n`,
  })
  expect(await run('remove', { BASE_URL: nowhere })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Set CLIENT_ID and CLIENT_SECRET; .*credentials\.json does not exist\n$/,
    ) as string,
  })
  expect(await run('erase', { BASE_URL: nowhere, ...client })).toMatchObject({
    status: 1,
    stderr: 'Usage: npm run demo:reset, or npm run demo:remove\n',
  })

  const service = await startService()
  const token = await service.token()
  const made = await service.call(token, '/clients', {
    method: 'POST',
    body: JSON.stringify({ name: 'Manager', roles: ['itsm_manager'] }),
  })
  const { client_id, client_secret } = (await made.json()) as Record<string, string>
  const env = { BASE_URL: service.url, CLIENT_ID: client_id!, CLIENT_SECRET: client_secret! }
  expect(await run('reset', env)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The service refuses: This needs one of the roles super_admin\n',
  })
  expect(await run('reset', { ...env, CLIENT_SECRET: 'wrong' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The service refused to issue a token to client_/) as string,
  })
  expect(await statusOf(service, token)).toEqual({ status: 'none', at: null, records: {}, total: 0 })
})
