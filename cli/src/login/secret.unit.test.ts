import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readSecret } from './secret.ts'

const silent = { write: () => true }

function ask(keys: string): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const { signal } = new AbortController()
  const secret = readSecret({ stdin, stdout: silent, stderr: silent, env: {}, cwd: '/', signal }, 'Secret: ')
  stdin.write(keys)
  return secret
}

test('a secret is typed up to Enter', async () => {
  expect(await ask('s3cret\r')).toBe('s3cret')
})

test('Ctrl-D instead of a secret is wrong usage', async () => {
  await expect(ask('\u0004')).rejects.toMatchObject({ exitCode: 2, message: 'The secret is empty' })
})
