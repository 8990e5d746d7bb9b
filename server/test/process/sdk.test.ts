import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { describe, expect, test, vi } from 'vitest'
import { sendInput } from '../../src/db/embedded/send-input.ts'
import { openWindow } from '../browser.ts'
import { closeAtEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { openDeliveries } from '../received-delivery.ts'
import { startReceiver, type ReceivedRequest } from '../receiver.ts'
import { compileProject, makeProject } from '../sdk-package.ts'
import { serviceClient } from '../service-client.ts'
import { startService } from '../service.ts'

const root = new URL('../../../', import.meta.url)
const receiver = await startReceiver()
const service = await startService(receiver.env)
const { folder, sdk } = makeProject()
const env = {
  MAINSTAY_URL: service.url,
  MAINSTAY_CLIENT_ID: serviceClient.id,
  MAINSTAY_CLIENT_SECRET: serviceClient.secret,
}

interface Program {
  file: string
  build?: [string, ...string[]]
  command: [string, ...string[]]
}

interface Finished {
  code: number | null
  output: string
}

async function run(
  command: string,
  args: string[],
  more: Record<string, string>,
  input: Buffer = Buffer.alloc(0),
): Promise<Finished> {
  const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...more } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  sendInput(child.stdin, input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const { secret, deliver } = await openDeliveries(service, receiver)

describe('the package', () => {
  const files = readdirSync(path.join(sdk, 'dist')).map((name) => path.join(sdk, 'dist', name))
  const scripts = files.filter((file) => file.endsWith('.js'))

  test('imports only its own files and openapi-fetch, and contains no tests', () => {
    const imported = scripts.flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b.*?['"](.+)['"];?$/gm),
        ([, name]) => name!,
      ),
    )
    expect(new Set(imported.filter((name) => !name.startsWith('./')))).toEqual(new Set(['openapi-fetch']))
    expect(files.filter((file) => file.includes('.test.'))).toEqual([])
    expect(scripts.map((file) => readFileSync(file, 'utf8')).join('')).not.toMatch(
      /\bprocess\.|\bBuffer\b|\brequire\(/,
    )
  })

  test('runs in a browser, in a page and in a worker', async () => {
    const bundle = await rolldown({ input: path.join(sdk, 'dist/index.js'), platform: 'browser' })
    const { output } = await bundle.generate({ format: 'iife', name: 'sdk', minify: true })
    const { page, complaints } = await openWindow(service.url)
    await page.route('/empty.html', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('/empty.html')
    const token = await service.token()
    const program = `${output[0].code}; (async () => {
      const client = new sdk.Mainstay({ baseUrl: ${JSON.stringify(service.url)}, token: ${JSON.stringify(token)} })
      const { id } = await client.incidents.create({ short_description: 'From a browser' })
      for await (const event of client.events.stream({ after: 0, types: ['incident.created'] }))
        if (event.subject_id === id) break
      const [first] = await client.incidents.list({ q: id }).take(1)
      const refused = await sdk.verifyWebhook('{}', {}, 'whsec_AAAA').catch(({ code }) => code)
      return [first.short_description, refused]
    })()`
    expect(await page.evaluate(program)).toEqual(['From a browser', 'missing_header'])
    const source = JSON.stringify(`${program}.then(postMessage, (error) => postMessage(String(error)))`)
    const answer = await page.evaluate(`new Promise((resolve) => {
      const worker = new Worker(URL.createObjectURL(new Blob([${source}])))
      worker.onmessage = ({ data }) => resolve(data)
    })`)
    expect(answer).toEqual(['From a browser', 'missing_header'])
    expect(complaints).toEqual([])
  })
})

describe('the README', () => {
  const text = readFileSync(new URL('sdk/README.md', root), 'utf8')
  const blocks = Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code!)
  const start = blocks[0]!.slice(0, blocks[0]!.indexOf('\n})\n') + 4)
  const examples = blocks.map((code, index) => {
    const needsClient = index > 0 && !code.includes('/webhook')
    const name = `example-${index}`
    writeFileSync(path.join(folder, `${name}.ts`), `${needsClient ? start : ''}${code}\nexport {}\n`)
    return { name, code, isProgram: !code.includes('/webhook') }
  })
  compileProject(folder)
  const named = (part: string) =>
    path.join(folder, `${examples.find(({ code }) => code.includes(part))!.name}.js`)

  test('has programs that run', async () => {
    const programs = examples.filter(({ isProgram }) => isProgram)
    expect(programs.length).toBeGreaterThan(8)
    await Promise.all(
      programs.map(async ({ name, code }) => {
        const finished = await run(process.execPath, [`${name}.js`], env)
        expect(`${finished.code} ${code}${finished.output}`).toMatch(/^0 /)
      }),
    )
  })

  test('has a receiver for Node that answers real deliveries', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, [named('createServer')], {
      env: { PORT: String(port), WEBHOOK_SECRET: secret },
    })
    closeAtEnd(() => void child.kill())
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0
    await eventually(isUp)
    const delivery = await deliver()
    const send = async (body: Buffer) =>
      (
        await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: signatureOf(delivery),
          body: new Uint8Array(body),
        })
      ).status
    expect([await send(delivery.body), await send(Buffer.from('{}'))]).toEqual([204, 401])
  })

  test('has a handler of requests that answers real deliveries', async () => {
    vi.stubEnv('WEBHOOK_SECRET', secret)
    const { handle } = (await import(pathToFileURL(named('verifyWebhookRequest')).href)) as {
      handle: (request: Request) => Promise<Response>
    }
    const delivery = await deliver()
    const send = async (body: Buffer) =>
      (
        await handle(
          new Request('http://localhost/', {
            method: 'POST',
            headers: signatureOf(delivery),
            body: new Uint8Array(body),
          }),
        )
      ).status
    expect([await send(delivery.body), await send(Buffer.from('{}'))]).toEqual([204, 401])
    vi.unstubAllEnvs()
  })
})

const signatureOf = ({ headers }: ReceivedRequest) =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-delivery'].map((name) => [
      name,
      String(headers[name]),
    ]),
  )

describe('the examples of the integration guide', () => {
  const example = (name: string) => fileURLToPath(new URL(`docs/examples/${name}`, root))
  const guide = readFileSync(new URL('docs/integrating.md', root), 'utf8')
  const programs: Program[] = [
    { file: 'verify-webhook.mjs', command: ['node', example('verify-webhook.mjs')] },
    { file: 'verify_webhook.py', command: ['python3', example('verify_webhook.py')] },
    {
      file: 'VerifyWebhook.java',
      build: ['javac', '-d', folder, example('VerifyWebhook.java')],
      command: ['java', '-cp', folder, 'VerifyWebhook'],
    },
    {
      file: 'verify_webhook.go',
      build: ['go', 'build', '-o', folder, example('verify_webhook.go')],
      command: [path.join(folder, 'verify_webhook')],
    },
    { file: 'verify-webhook.sh', command: ['bash', example('verify-webhook.sh')] },
  ]

  test('are all of the folder, and stand in the guide as they are', () => {
    const files = programs.map(({ file }) => file)
    const inFolder = readdirSync(example(''), { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(inFolder.map(({ name }) => name).toSorted()).toEqual(files.toSorted())
    for (const file of files) expect(guide).toContain(readFileSync(example(file), 'utf8').trim())
  })

  const bins = (process.env.PATH ?? '').split(':')
  const present = programs.filter(({ build, command }) =>
    bins.some((bin) => existsSync(path.join(bin, (build ?? command)[0]))),
  )

  test.each(present)(
    '$file verifies a real delivery, and refuses every change to it',
    async ({ build, command: [command, ...args] }) => {
      const home = { HOME: folder }
      if (build) execFileSync(build[0], build.slice(1))
      const { headers, body } = await deliver()
      const correct = {
        WEBHOOK_ID: String(headers['webhook-id']),
        WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
        WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
        WEBHOOK_SECRET: secret,
      }
      const verdict = async (change: Partial<typeof correct> = {}, bytes = body) =>
        (await run(command, args, { ...home, ...correct, ...change }, bytes)).code
      expect(
        await Promise.all([
          verdict(),
          verdict({ WEBHOOK_SIGNATURE: `v1,AAAA ${correct.WEBHOOK_SIGNATURE}` }),
          verdict({}, Buffer.from(body.toString().replace('mail', 'Mail'))),
          verdict({ WEBHOOK_TIMESTAMP: String(Number(correct.WEBHOOK_TIMESTAMP) - 301) }),
          verdict({ WEBHOOK_SECRET: 'whsec_AAAA' }),
          verdict({ WEBHOOK_SIGNATURE: 'v1,AAAA' }),
        ]),
      ).toEqual([0, 0, 1, 1, 1, 1])
    },
  )
})
